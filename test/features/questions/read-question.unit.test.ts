import { describe, expect, test } from "vitest";
import { type ReadQuestion, readQuestion } from "../../../src/features/questions/reader/read-question.ts";
import { estateVocabulary } from "./estate-vocabulary.ts";
import { HOSPITAL_QUESTIONS } from "./hospital-questions.ts";

const vocabulary = estateVocabulary();
/** A Wednesday, two days after summer time began in Europe. */
const now = new Date("2026-04-01T10:00:00Z");
const read = (question: string, zone = "UTC") => readQuestion(question, vocabulary, { now, zone });
const formOf = (question: string, zone?: string) => {
  const found = read(question, zone);
  if (!found.understood) throw new Error(`${question}: ${found.reason}`);
  return found.form;
};
const refusalOf = (question: string): Extract<ReadQuestion, { understood: false }> => {
  const found = read(question);
  if (found.understood) throw new Error(`${question}: ${JSON.stringify(found.form)}`);
  return found;
};
const eq = (field: string, value: string | number | boolean) => ({ field, op: "eq", value });

describe("readQuestion", () => {
  test("reads every question of the hospital, and refuses those that cannot be answered", () => {
    const failed = HOSPITAL_QUESTIONS.filter(({ question, expect: [first] }) => {
      const { understood } = read(question.replaceAll("{T1}", "2026-03-31T12:00:00Z"));
      return understood === (first?.kind === "refused");
    });
    expect(failed.map(({ question }) => question)).toEqual([]);
  });

  test.each([
    [
      "How many active VMs in Lyon or Porto are there?",
      [
        eq("type", "virtual_machine"),
        eq("status", "active"),
        { field: "attributes.location", op: "in", value: ["Lyon", "Porto"] },
      ],
    ],
    [
      "servers not owned by Pharmacy or Laboratory",
      [
        eq("type", "server"),
        { field: "attributes.owner", op: "ne", value: "Pharmacy" },
        { field: "attributes.owner", op: "ne", value: "Laboratory" },
      ],
    ],
    [
      "servers with more than 1 TB of memory",
      [eq("type", "server"), { field: "attributes.memory_gb", op: "gt", value: 1_024 }],
    ],
    [
      "servers with more than 1 TB of disk",
      [eq("type", "server"), { field: "attributes.disk_gb", op: "gt", value: 1_000 }],
    ],
    ["databases between 100 GB and 3 TB size", undefined],
    [
      "VMs with 8 or more cores",
      [eq("type", "virtual_machine"), { field: "attributes.cpu_cores", op: "gte", value: 8 }],
    ],
    ['servers in rack "A1"', [eq("type", "server"), eq("attributes.rack", "A1")]],
    ["pumps that have no owner", [eq("type", "infusion_pump"), { field: "attributes.owner", op: "missing" }]],
  ])("reads the conditions of %s", (question, filters) => {
    if (filters === undefined) expect(read(question).understood).toBe(false);
    else expect(formOf(question).filters).toEqual(filters);
  });

  const open = { field: "status", op: "in", value: ["affected", "possible"] };
  test.each([
    ["How many critical vulnerabilities are there?", [eq("severity", "critical"), open], "count_distinct(cve)"],
    ["known exploited vulnerabilities", [eq("known_exploited", true), open], "count"],
    ["vulnerabilities that are not known exploited", [eq("known_exploited", false), open], "count"],
    ["Which vulnerabilities affect lyo-pacs-01?", [eq("server.id", "server:lyo-pacs-01"), open], "count"],
    ["How many CVEs does lyo-pacs-01 have?", [eq("server.id", "server:lyo-pacs-01"), open], "count_distinct(cve)"],
    ["accepted vulnerabilities", [eq("status", "accepted")], "count"],
    ["vulnerabilities with an epss above 0.5", [{ field: "epss", op: "gt", value: 0.5 }, open], "count"],
    ["Which servers are exposed?", [eq("server.type", "server"), open], "count"],
    [
      "Which servers are exposed to cve-2021-44228?",
      [eq("server.type", "server"), eq("cve", "CVE-2021-44228"), open],
      "count",
    ],
    [
      "How many servers in Lyon have high vulnerabilities?",
      [eq("server.type", "server"), eq("server.attributes.location", "Lyon"), eq("severity", "high"), open],
      "count_distinct(server.id)",
    ],
    ["Which server has the most vulnerabilities?", [eq("server.type", "server"), open], "count_distinct(cve)"],
  ])("reads %s as a question of vulnerabilities", (question, filters, figure) => {
    const form = formOf(question);
    const [{ fn, field } = { fn: "" }] = form.aggregate ?? [];
    expect([form.entity, form.filters, field ? `${fn}(${field})` : fn]).toEqual(["vulnerability", filters, figure]);
  });

  test("puts the most urgent vulnerabilities first, or those that the question asks for", () => {
    expect(formOf("list the vulnerabilities").order).toEqual([{ field: "max(priority)", direction: "desc" }]);
    expect(formOf("Top 5 vulnerabilities by epss")).toMatchObject({
      order: [{ field: "max(epss)", direction: "desc" }],
      limit: 5,
    });
  });

  test.each([
    ["which vulnerabilities affect pacs-viewer", '"pacs-viewer" is an application, which has no programs of its own'],
    ["exploited servers", '"exploited" is said of vulnerabilities'],
    ["vulnerabilities called CVE-20x", "Not known here"],
  ])("refuses %s, and says why", (question, reason) => {
    expect(refusalOf(question).reason).toContain(reason);
  });

  test.each([
    ["yesterday", "Europe/Paris", "2026-03-30T22:00:00.000Z", "2026-03-31T22:00:00.000Z"],
    ["last week", "Europe/Paris", "2026-03-22T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["last week", "America/New_York", "2026-03-23T04:00:00.000Z", "2026-03-30T04:00:00.000Z"],
    ["in the last 7 days", "UTC", "2026-03-25T10:00:00.000Z", "2026-04-01T10:00:00.000Z"],
    ["last month", "Asia/Tokyo", "2026-02-28T15:00:00.000Z", "2026-03-31T15:00:00.000Z"],
    ["on March 3rd", "UTC", "2026-03-03T00:00:00.000Z", "2026-03-04T00:00:00.000Z"],
    ["between 2026-03-01 and 2026-03-02", "UTC", "2026-03-01T00:00:00.000Z", "2026-03-03T00:00:00.000Z"],
    ["since Monday", "UTC", "2026-03-30T00:00:00.000Z", undefined],
    ["after 2026-03-30", "UTC", "2026-03-31T00:00:00.000Z", undefined],
    ["before 2026-03-30", "UTC", undefined, "2026-03-30T00:00:00.000Z"],
    ["older than 2 hours", "UTC", undefined, "2026-04-01T08:00:00.000Z"],
  ])("reads events %s in %s", (words, zone, from, to) => {
    expect(formOf(`events ${words}`, zone).time).toEqual({
      field: "occurred_at",
      ...(from && { from }),
      ...(to && { to }),
    });
  });

  test("walks upstream for what a CI needs, downstream for what needs it, one step for directly", () => {
    const of = "application:ehr-api";
    expect(formOf("What does ehr-api need?").path).toEqual({ of, direction: "upstream", depth: 10 });
    expect(formOf("What depends on ehr-api?").path).toEqual({ of, direction: "downstream", depth: 10 });
    expect(formOf("Which apps depend directly on ehr-api?").path).toEqual({ of, direction: "downstream", depth: 1 });
    expect(formOf("Which apps do not depend on ehr-api?").path).toMatchObject({ negate: true });
    expect(formOf("What fails if ehr-api goes down?").impact).toEqual({ of, direction: "downstream", depth: 10 });
  });

  test("takes the longest name", () => {
    expect(formOf("What does Bed Planner Mobile need?").path?.of).toBe("application:Bed Planner Mobile");
    expect(formOf("What does Bed Planner need?").path?.of).toBe("application:Bed Planner");
  });

  test("tells every CI of a name, unless its type is said", () => {
    const { words, reason } = refusalOf("What depends on Helios?");
    expect(words).toEqual(["Helios"]);
    expect(reason).toContain("application:Helios");
    expect(reason).toContain("database:Helios");
    expect(formOf("What depends on the database Helios?").path?.of).toBe("database:Helios");
  });

  test.each([
    ["How many wibbles are in Lyon?", "wibbles"],
    ["Which servers are owned by Hogwarts?", "Hogwarts"],
    ["Which servers are owned by Lyon?", "Lyon"],
    ["events from nagios", "nagios"],
    ['servers in "Atlantis"', "Atlantis"],
    ["servers with more than 64 GB of cores", "gb"],
    ["servers with more than 64 of memory", "64"],
    ["Which printers are sad?", "sad"],
    ["servers created on 03/04/2026", "03/04/2026"],
  ])("names the word that it does not know: %s", (question, word) => {
    const { words, reason } = refusalOf(question);
    expect(`${words.join()} ${reason}`.toLowerCase()).toContain(word.toLowerCase());
  });

  test.each([
    "",
    "?",
    "and or and",
    "servers servers servers",
    "the ".repeat(300),
    '"'.repeat(900),
    "in ".repeat(330),
    "not ".repeat(250),
  ])("ends soon with a text that is no question: %.20s", (text) => {
    expect(read(text).understood).toBe(false);
  });
});
