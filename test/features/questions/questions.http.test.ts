import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ServiceApp, sharedServiceApp } from "../../support/service-app.ts";
import { CIS, EVENTS, INSTALLED, LATER, RELATIONSHIPS, SERVICES } from "./estate.ts";
import { HOSPITAL_QUESTIONS } from "./hospital-questions.ts";
import { loadEstate, type SentCi } from "./load-estate.ts";
import { holds } from "./score.ts";

let app: ServiceApp;
let headers: Record<string, string>;
let moment: Date;

/** Of questions that can be answered, at least so many are answered right; none is answered wrong. */
const RIGHT_SHARE = 0.95;

beforeAll(async () => {
  app = await sharedServiceApp();
  headers = await app.apiKey();
  moment = await loadEstate(app, headers, sentEstate());
  const ask = async () => expect((await asked("How many servers are in Lyon?")).body.results).toEqual([{ count: 5 }]);
  await vi.waitFor(ask, { timeout: 20_000, interval: 200 });
}, 180_000);
afterAll(() => app?.close());

const serial = (name: string) => `HX2001${40 + Object.keys(INSTALLED).indexOf(name)}`;

function sentEstate() {
  const isLater = ({ name }: { name: string }) => (LATER.created as readonly string[]).includes(name);
  const all: SentCi[] = CIS.map((ci) => {
    const isScanned = ci.name in INSTALLED;
    return isScanned ? { ...ci, attributes: { ...ci.attributes, serial_number: serial(ci.name) } } : ci;
  });
  const before: Record<string, Partial<SentCi>> = {
    "lab-results": { attributes: { tier: "tier 1" } },
    "por-dev-09": { attributes: { memory_gb: 8 } },
    "rx-store": { status: "active" },
  };
  const first = all
    .filter((ci) => !isLater(ci))
    .map((ci) => {
      const changed = before[ci.name];
      return changed ? { ...ci, ...changed, attributes: { ...ci.attributes, ...changed.attributes } } : ci;
    });
  return {
    cis: [...first, ...LATER.deleted],
    relationships: RELATIONSHIPS.map(([source, type, target]) => {
      return { source: [source] as const, type, target: [target] as const };
    }),
    services: SERVICES,
    hosts: Object.entries(INSTALLED).map(([hostname, programs]) => ({
      hostname,
      serial_number: serial(hostname),
      installed_applications: programs.map(([name, version]) => ({ name, version })),
    })),
    events: EVENTS.map(({ ci, ...event }) => ({ ...event, affected: [[ci]] as [string][] })),
    later: {
      created: all.filter(isLater),
      changed: Object.keys(before).map((name) => {
        const { attributes, status } = all.find((ci) => ci.name === name)!;
        return { ci: [name] as const, to: { attributes, status } as Partial<SentCi> };
      }),
      deleted: LATER.deleted.map(({ name, type }) => [name, type] as const),
    },
  };
}

const asked = (query: string, context?: object) =>
  app.call("POST", "/v1/reports/ai/query", { headers, body: { query, ...(context && { context }) } });

interface Told {
  recommendations: { action: string }[];
}
const exampleOf = ({ recommendations }: Told) => recommendations.at(-1)?.action ?? "";
const offered = (told: Told) => exampleOf(told).replace("Ask for example: ", "").split(" | ");

describe("POST /v1/reports/ai/query", () => {
  test("answers questions about an estate, and refuses what it cannot understand", async () => {
    const wrong: string[] = [];
    const missing: string[] = [];
    for (const { question, expect: expected } of HOSPITAL_QUESTIONS) {
      const { body } = await asked(question.replaceAll("{T1}", moment.toISOString()));
      const refusal = expected.find(({ kind }) => kind === "refused");
      if (refusal?.kind === "refused") {
        const told = JSON.stringify([body.recommendations, body.insights]);
        const isRefused = !body.understood && body.results.length === 0;
        if (!isRefused || !refusal.words.every((word) => told.includes(word))) wrong.push(question);
      } else if (!body.understood) missing.push(`${question}: ${body.insights}`);
      else if (!expected.some((each) => holds(each, body.results)))
        wrong.push(`${question}: ${JSON.stringify(body.results).slice(0, 500)}`);
    }
    expect(wrong).toEqual([]);
    const answerable = HOSPITAL_QUESTIONS.filter(({ expect: [first] }) => first?.kind !== "refused").length;
    expect(missing.length, missing.join("\n")).toBeLessThanOrEqual(answerable * (1 - RIGHT_SHARE));
  }, 120_000);

  test("tells how it understood, and the plan that runs the same again", async () => {
    const { body } = await asked("Which servers in Lyon have more than 256 GB of memory?");
    expect(body).toMatchObject({
      understood: true,
      source: "rules",
      interpretation: {
        entities: expect.arrayContaining([{ text: "servers", type: "type", ci_id: null, value: "server" }]),
        time_range: null,
        filters: { type: "server", "attributes.location": "Lyon", "attributes.memory_gb": { gt: 256 } },
      },
    });
    const again = await app.call("POST", "/v1/query", { headers, body: body.plan });
    expect(again.body.rows).toEqual(body.results);
  });

  test("tells both ids where two CIs have the name, and takes the one of the type", async () => {
    const { body } = await asked("What depends on Helios?");
    const { body: found } = await app.call("GET", "/v1/cmdb/ci?search=Helios", { headers });
    const ids = found.data.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(JSON.stringify(body.recommendations)).toContain(id);
    expect((await asked("What depends on the application Helios?")).body.understood).toBe(true);
  });

  test("offers only questions that the caller's data can answer", async () => {
    const { body: told } = await asked("grmblfx");
    expect(exampleOf(told)).toContain("Number of servers per location");
    for (const example of offered(told).filter((each) => !each.includes("<"))) {
      expect((await asked(example)).body.understood, example).toBe(true);
    }
    const only = await app.apiKey("ai.use", "cmdb.read");
    const body = { query: "grmblfx" };
    const { body: less } = await app.call("POST", "/v1/reports/ai/query", { headers: only, body });
    expect(exampleOf(less)).not.toContain("events");
    expect(exampleOf(less)).toContain("Number of servers per location");
    // A tenant without data has no locations.
    const { body: none } = await app.call("POST", "/v1/reports/ai/query", {
      headers: await app.loginElsewhere(),
      body,
    });
    expect(exampleOf(none)).not.toContain("per location");
    expect(exampleOf(none)).toContain("Number of servers per status");
  });

  test("needs the scopes of what is asked", async () => {
    const only = await app.apiKey("ai.use", "cmdb.read");
    const ask = (query: string) => app.call("POST", "/v1/reports/ai/query", { headers: only, body: { query } });
    expect((await ask("How many servers are there?")).status).toBe(200);
    expect((await ask("How many events are open?")).status).toBe(403);
    const blind = await app.apiKey("ai.use", "events.read");
    const { body } = await app.call("POST", "/v1/reports/ai/query", {
      headers: blind,
      body: { query: "What depends on Helios?" },
    });
    expect(body.understood).toBe(false);
    expect(JSON.stringify(body)).not.toContain("application (");
  });

  test("knows nothing of another tenant", async () => {
    const elsewhere = await app.loginElsewhere();
    const body = { query: "How many servers are in Lyon?" };
    const answer = await app.call("POST", "/v1/reports/ai/query", { headers: elsewhere, body });
    expect(answer.body).toMatchObject({ understood: false, results: [] });
  });

  test("refuses malformed questions with all faults", async () => {
    const body = { query: "", context: { time_zone: "Mars/Olympus", include_predictions: 1 } };
    const answer = await app.call("POST", "/v1/reports/ai/query", { headers, body });
    expect(answer.status).toBe(400);
    const fields = answer.body.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(["query", "context.time_zone", "context.include_predictions"]));
  });

  test("predicts from enough history, and says where there is too little", async () => {
    const enough = await asked("How many events were there in the last 60 days?", { include_predictions: true });
    expect(enough.body.insights.join()).toMatch(/Trend over \d+ days: .* \(80 % interval /);
    const none = await asked("How many servers are there?", { include_predictions: true });
    expect(none.body.insights.join()).toContain("No prediction");
  });
});

describe("POST /api/ai-analytics/feedback", () => {
  test("keeps what the asker says of an answer, once", async () => {
    const { body } = await asked("How many servers are there?");
    const send = (queryId: string, as = headers) =>
      app.call("POST", "/api/ai-analytics/feedback", { headers: as, body: { queryId, rating: "down", comment: "no" } });
    const first = await send(body.query_id);
    expect(first).toMatchObject({ status: 201, body: { data: { rating: "down" } } });
    expect(first.headers.get("location")).toBe("/api/ai-analytics/queries");
    expect((await send(body.query_id)).body.data.id).toBe(first.body.data.id);
    expect((await send(body.query_id, await app.loginElsewhere())).status).toBe(404);
    expect((await send("unknown")).status).toBe(404);
  });
});
