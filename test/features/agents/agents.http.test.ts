import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AGENT_IDS } from "../../../src/features/agents/agent.model.ts";
import { type ServiceApp, serviceApp } from "../../support/service-app.ts";

let app: ServiceApp;
let headers: Record<string, string>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await serviceApp();
  headers = await app.apiKey();
  const post = async (path: string, body: unknown) => {
    const answer = await app.call("POST", path, { headers, body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id as string;
  };
  const ci = async (name: string, type: string, attributes: object = {}) => {
    ids[name] = await post("/v1/cmdb/ci", { name, type, attributes });
  };
  await ci("orders-db", "database", { owner: "ops", memory_gb: 64 });
  await ci("orders-api", "application", { owner: "ops" });
  await ci("lonely-box", "server");
  await ci("spare-box", "server");
  await post("/v1/cmdb/relationships", {
    source_ci: ids["orders-api"],
    type: "depends_on",
    target_ci: ids["orders-db"],
  });
  const components = [{ ci_id: ids["orders-api"], role: "core" }];
  ids.shop = await post("/v1/services", { name: "Web shop", criticality: "critical", components });
  const event = (title: string, ciName: string) =>
    post("/v1/events", { title, severity: "critical", source: "monitoring", affected_cis: [ids[ciName]] });
  await event("disk of orders-db is full", "orders-db");
  await event("orders-api answers with errors", "orders-api");
  const change = { ci_name: ["spare-box"], task_node_id: "CTASK0010001" };
  const asked = await app.call("POST", "/v1/change-analyses", { headers, body: change });
  ids.change = asked.body.id;
  await app.changesDelivered();
  const rated = async () => {
    const { body } = await app.call("GET", `/v1/change-analyses/${ids.change}`, { headers });
    expect(body.status).toBe("completed");
  };
  await vi.waitFor(rated, { timeout: 60_000, interval: 500 });
  const analysed = async () => {
    const { body } = await app.call("GET", "/v1/incidents", { headers });
    expect(body.data[0]?.root_cause?.ci_id).toBe(ids["orders-db"]);
  };
  await vi.waitFor(analysed, { timeout: 60_000, interval: 500 });
}, 180_000);
afterAll(() => app?.close());

async function ask(id: string, query: string, context?: object, as = headers) {
  const answer = await app.call("POST", `/v1/agents/${id}/query`, {
    headers: as,
    body: { query, ...(context && { context }) },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Questions in each agent's field, and what its rules must say. */
const DIALOGUES: [agent: string, question: string, summary: RegExp, tools: string[]][] = [
  [
    "root-cause-analyst",
    "What is the root cause of the open incident?",
    /^orders-db is the probable cause/,
    ["get_incident"],
  ],
  [
    "root-cause-analyst",
    "Why is orders-api failing?",
    /orders-db is the probable cause.*Web shop/,
    ["list_events", "get_incident"],
  ],
  [
    "root-cause-analyst",
    "Why is lonely-box slow?",
    /^No incident concerns lonely-box; 0 events and 1 change/,
    ["history_of"],
  ],
  [
    "change-risk-analyst",
    "How risky is it to patch orders-db tonight?",
    /risk of changing orders-db is (?:high|critical).*Web shop/,
    ["impact_of"],
  ],
  ["change-risk-analyst", "Is it safe to reboot lonely-box?", /lonely-box is low .*no business service/, ["impact_of"]],
  [
    "change-risk-analyst",
    "How risky is it to restart spare-box?",
    /Its latest analysed change, CTASK0010001, was rated low \(\d+ of 100\)/,
    ["list_change_analyses"],
  ],
  ["change-risk-analyst", "How risky is the change on nowhere-at-all?", /Name the CI/, []],
  [
    "capacity-planner",
    "How much capacity does orders-db have?",
    /orders-db: memory_gb 64; 1 open event about something that runs out/,
    ["get_ci"],
  ],
  ["capacity-planner", "Where do we run out of room?", /CIs besides software.*disk of orders-db is full/, ["query"]],
  ["capacity-planner", "How many servers are there?", /^count: 2$/, ["query"]],
  ["data-quality-auditor", "How good is our data?", /^Quality \d+ of 100 over \d+ CIs.*no owner: 3/, ["query"]],
  ["data-quality-auditor", "Which servers have no owner?", /^2 matches$/, ["query"]],
  [
    "relationship-discovery",
    "Which relationships are we missing?",
    /2 CIs have no relationship, most of the type server/,
    ["query"],
  ],
  [
    "relationship-discovery",
    "What does orders-api talk to?",
    /orders-api has 2 relationships/,
    ["relationships_of", "connections_of"],
  ],
  ["software-identification", 'Identify "PostgreSQL 16.4"', /^PostgreSQL 16\.4 is PostgreSQL/, ["identify_software"]],
  ["software-identification", "How well is our software identified?", /No installed software is known yet/, ["query"]],
];

describe("an agent without a model", () => {
  it.each(DIALOGUES)("%s, asked %j, answers from its tools", async (agent, question, summary, tools) => {
    const answer = await ask(agent, question);
    expect(answer).toMatchObject({ agent_id: agent, source: "rules", tokens: 0, cost: null });
    expect(answer.response.summary).toMatch(summary);
    expect(answer.tools.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(tools));
    expect(answer.tools.length).toBeLessThanOrEqual(8);
    for (const { name } of answer.tools) expect(answer.response.reasoning).toContain(name);
    expect(answer.response.confidence).toBeGreaterThan(0);
  });

  it("answers within its tenant: another one's names mean nothing", async () => {
    const answer = await ask(
      "change-risk-analyst",
      "How risky is it to patch orders-db?",
      undefined,
      await app.loginElsewhere(),
    );
    expect(answer.response.summary).toMatch(/Name the CI/);
    expect(JSON.stringify(answer)).not.toContain(ids["orders-db"]!);
  });

  it("says what it could not check, and counts no CI for it", async () => {
    const elsewhere = await app.loginElsewhere();
    const made = await app.call("POST", "/v1/cmdb/ci", { headers: elsewhere, body: { name: "box", type: "server" } });
    expect(made.status, made.text).toBe(201);
    const { response } = await ask("data-quality-auditor", "How good is our data?", undefined, elsewhere);
    // No relationship (30) and no description (5) of the 70 that were checked.
    expect(response.summary).toBe(
      "Quality 50 of 100 over 1 CIs. no relationship: 1 (100 %), no description: 1 (100 %); " +
        "not checked: no owner, since no CI has such an attribute",
    );
    expect(response.details).toContainEqual({ fault: "no owner", cis: null, share: null, weight: 30 });
  });

  it("needs the scopes of what it reads", async () => {
    const without = await app.apiKey("cmdb.read");
    const body = { query: "How good is our data?" };
    expect((await app.call("POST", "/v1/agents/data-quality-auditor/query", { headers: without, body })).status).toBe(
      403,
    );
    const alone = await app.apiKey("ai.use");
    const refused = await app.call("POST", "/v1/agents/data-quality-auditor/query", { headers: alone, body });
    expect(refused.body.error).toMatchObject({ code: "PERMISSION_DENIED", required_scope: "cmdb.read" });
    const some = await app.apiKey("ai.use", "cmdb.read");
    const change = await ask("change-risk-analyst", "How risky is it to patch orders-db?", undefined, some);
    expect(change.response.confidence).toBe(0.5);
  });

  it("keeps to a time range, and refuses one that is none", async () => {
    const query = "Why is orders-db slow?";
    const answer = await ask("root-cause-analyst", query, { time_range: "last_7_days" });
    expect(answer.response.summary).toMatch(/orders-db/);
    const path = "/v1/agents/root-cause-analyst/query";
    const refused = await app.call("POST", path, { headers, body: { query, context: { time_range: "someday" } } });
    expect(refused.body.error.details[0]).toMatchObject({ field: "context.time_range" });
  });
});

describe("the list of agents", () => {
  it("shows each with its field, its state, and how its answers were rated", async () => {
    const first = await ask("data-quality-auditor", "How good is our data?");
    const feedback = { queryId: first.query_id, rating: "up" };
    expect((await app.call("POST", "/api/ai-analytics/feedback", { headers, body: feedback })).status).toBe(201);
    const { body } = await app.call("GET", "/v1/agents", { headers });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(AGENT_IDS);
    for (const { status } of body.data) expect(status).toBe("rules_only");
    const auditor = (await app.call("GET", "/v1/agents/data-quality-auditor", { headers })).body;
    expect(auditor).toMatchObject({
      type: "audit",
      performance: { success_rate: 1, avg_confidence: expect.any(Number) },
    });
    expect(auditor.performance.decisions_made).toBeGreaterThan(0);
    const idle = await app.call("GET", "/v1/agents/nobody", { headers });
    expect(idle.status).toBe(404);
  });
});
