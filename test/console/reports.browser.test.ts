import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { consoleOpener, consoleService, expectAccessible, settled } from "./support.ts";

const HOSTILE = `zz <img src=x onerror=alert(1)> \u202Eevil ${"x".repeat(150)}`;
const SCHEMES = [
  ["light", "desktop"],
  ["dark", "phone"],
] as const;
const CI_FORM = { entity: "ci", filters: [{ field: "name", op: "eq", value: "shop-db" }] };
const open = consoleOpener();

async function send(method: string, address: string, body?: object): Promise<Record<string, unknown>> {
  const { http, origin } = await consoleService();
  const headers = { ...(await http.login()), "content-type": "application/json" };
  const response = await fetch(origin + address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown>;
}

const newReport = async (name: string, more: object = {}) => {
  const body = { template_id: "ci_inventory", format: "csv", name, ...more };
  const { report_id } = await send("POST", "/v1/reports/generate", body);
  return String(report_id);
};
const newSchedule = async (name: string) => {
  const body = { name, template_id: "ci_inventory", format: "pdf", cron: "30 6 * * 1", time_zone: "Europe/Zurich" };
  return String((await send("POST", "/v1/reports/schedules", body)).id);
};
const newQuery = async (name: string) => String((await send("POST", "/v1/queries", { name, query: CI_FORM })).id);

async function expectCalm(address: string, ready: string): Promise<void> {
  for (const [scheme, width] of SCHEMES) {
    const { page, faults, close } = await open(address, { scheme, width });
    await page.getByText(ready).first().waitFor();
    await settled(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await close();
  }
}

describe("reports", () => {
  test("the list, one report and the form are accessible in both schemes, with a hostile name", async () => {
    const id = await newReport(`${HOSTILE} report`);
    await expectCalm("/reports/runs", "zz <img");
    await expectCalm(`/reports/runs/${id}`, "zz <img");
    await expectCalm("/reports/runs?new=data_quality", "Stale days");
  });

  test("one is generated with parameters, and its page shows them at work", async () => {
    const { page, faults } = await open("/reports/runs");
    await page.getByRole("button", { name: "Generate a report" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: "Template" }).click();
    await page.getByRole("option", { name: "CI inventory" }).click();
    await form.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name: "CSV" }).click();
    await form.getByRole("combobox", { name: "Only these types of CI" }).fill("database");
    await form.getByRole("combobox", { name: "Only these types of CI" }).press("Enter");
    await form.getByRole("textbox", { name: "Name" }).fill("Databases only");
    await form.getByRole("button", { name: "Generate", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Databases only" }).waitFor();
    const download = page.getByRole("button", { name: "Download" });
    await download.waitFor();
    const saved = page.waitForEvent("download");
    await download.click();
    const text = await readFile(await (await saved).path(), "utf8");
    expect(text).toContain("shop-db");
    expect(text).not.toContain("checkout-api");
    expect(faults).toEqual([]);
  });

  test("what the service refuses stands beside its field", async () => {
    const { page } = await open("/reports/runs?new=ci_inventory");
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: "Grouped by" }).fill("no_such_field");
    await form.getByRole("combobox", { name: "Grouped by" }).press("Enter");
    await form.getByRole("button", { name: "Generate", exact: true }).click();
    await form
      .getByText(/no_such_field.*(unknown|no field|not)/i)
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/reports\/runs$/);
  });

  test("one is renamed, shared and deleted", async () => {
    const id = await newReport("Before");
    const { page } = await open(`/reports/runs/${id}`);
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("After");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { level: 1, name: "After" }).waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("button", { name: "Stop sharing" }).waitFor();
    expect(await send("GET", `/v1/reports/${id}`)).toMatchObject({ name: "After", shared: true });
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete report" }).click();
    await page.waitForURL(/\/reports\/runs$/);
  });

  test("filters stand in the address, and are taken off", async () => {
    await newReport("Filtered away");
    const { page } = await open("/reports/runs?category=risk&whose=mine");
    await page.getByText("No report matches the filters").waitFor();
    await page.getByRole("button", { name: "Remove filter About: risk" }).click();
    await page.getByRole("link", { name: "Filtered away" }).waitFor();
    expect(new URL(page.url()).searchParams.get("whose")).toBe("mine");
  });

  test("who may only read is offered no change, and sees what others share", async () => {
    const id = await newReport("Shared with all", { shared: true });
    const { page } = await open(`/reports/runs/${id}`, { scopes: ["reports.read", "cmdb.read"] });
    await page.getByRole("heading", { level: 1, name: "Shared with all" }).waitFor();
    for (const name of ["Share", "Rename", "Delete", "Download"]) {
      expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(0);
    }
  });
});

describe("report schedules", () => {
  test("the list and the form are accessible in both schemes, with a hostile name", async () => {
    const id = await newSchedule(`${HOSTILE} schedule`);
    await expectCalm("/reports/schedules", "zz <img");
    await expectCalm(`/reports/schedules?edit=${id}`, "Change schedule");
  });

  test("one is made, changed, paused and deleted", async () => {
    const { page, faults } = await open("/reports/schedules?new=event_summary");
    const form = page.getByRole("dialog");
    await form.getByRole("textbox", { name: "Name" }).fill("Events of the month");
    await form.getByRole("combobox", { name: "Repeats" }).click();
    await page.getByRole("option", { name: "Every month" }).click();
    await form.getByRole("button", { name: "Create" }).click();
    await page.getByText("The schedule is made").waitFor();
    const made = async () => {
      const { data } = await send("GET", "/v1/reports/schedules?limit=100");
      return (data as { name: string }[]).find(({ name }) => name === "Events of the month");
    };
    expect(await made()).toMatchObject({ cron: "0 6 1 * *", template_id: "event_summary", enabled: true });
    await page.getByRole("link", { name: "Events of the month" }).click();
    await form.getByLabel(/^At/).fill("07:15");
    await form.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("The schedule is changed").waitFor();
    expect(await made()).toMatchObject({ cron: "15 7 1 * *" });
    await page.getByRole("switch", { name: "Runs: Events of the month" }).click();
    await page.getByText("Schedule Events of the month is paused").waitFor();
    expect(await made()).toMatchObject({ enabled: false });
    await page.getByRole("button", { name: "Delete Events of the month" }).click();
    await page.getByRole("button", { name: "Delete schedule" }).click();
    await page.getByText("The schedule is deleted").waitFor();
    expect(await made()).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test("are not shown to who may not make reports", async () => {
    const { page } = await open("/reports/schedules", { scopes: ["reports.read", "cmdb.read"] });
    await page.getByText("You may not see this").waitFor();
  });
});

describe("saved queries", () => {
  test("the list, an answer and the form are accessible in both schemes, with a hostile name", async () => {
    const id = await newQuery(`${HOSTILE} query`);
    await expectCalm(`/reports/queries?run=${id}`, "shop-db");
    await expectCalm(`/reports/queries?edit=${id}`, "Change query");
  });

  test("one is edited, says its faults, and its answer is saved as CSV", async () => {
    const id = await newQuery("Databases");
    const { page, faults } = await open(`/reports/queries?run=${id}&edit=${id}`);
    const form = page.getByRole("dialog");
    const query = form.getByRole("textbox", { name: "Query" });
    await query.fill('{"entity": "ci", "fields": ["nmae"]}');
    await form.getByRole("button", { name: "Save changes" }).click();
    await form.getByText(/nmae/).last().waitFor();
    await query.fill('{"entity": "ci", "filters": [{"field": "name", "op": "eq", "value": "checkout-api"}]}');
    await form.getByRole("button", { name: "Try it" }).click();
    await form.getByText(/\d+ rows in/).waitFor();
    await form.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("link", { name: "checkout-api" }).waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    expect(await readFile(await (await saved).path(), "utf8")).toContain("checkout-api");
    expect(faults).toEqual([]);
  });
});

describe("questions", () => {
  test("an answer is shown with what was understood, saved as CSV, and made a report", async () => {
    const address = `/reports?q=${encodeURIComponent("How many servers per status")}`;
    await expectCalm(address, "What was understood");
    const { page } = await open(address);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    expect(await readFile(await (await saved).path(), "utf8")).toContain("active");
    await page.getByRole("button", { name: "Make a report" }).click();
    await page.getByRole("menuitem", { name: "HTML" }).click();
    await page.waitForURL(/\/reports\/runs\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { level: 1, name: "How many servers per status" }).waitFor();
  });

  test("where one is not understood, what is offered instead can be asked", async () => {
    const { page } = await open("/reports?q=grmblfx");
    await page.getByText("This was not understood").waitFor();
    await expectAccessible(page);
    expect(await page.getByRole("link", { name: /per location/ }).count()).toBe(0);
    await page.getByRole("link", { name: /^Number of servers per / }).click();
    await page.getByText("What was understood").waitFor();
  });

  test("are not offered to who may not ask", async () => {
    const { page } = await open("/reports", { scopes: ["reports.read", "cmdb.read"] });
    await page.getByText("You may not ask questions").waitFor();
    expect(await page.getByRole("button", { name: "Ask" }).count()).toBe(0);
  });
});
