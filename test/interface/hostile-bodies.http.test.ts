import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/platform/ids.ts";
import { inTurn } from "../support/rotation.ts";
import { type Answer, type ServiceApp, serviceApp } from "../support/service-app.ts";

let http: ServiceApp;
let mine: Record<string, string>;
let others: Record<string, string>;
let ids: Record<"ci" | "event" | "service" | "webhook" | "delivery" | "window", string>;
beforeAll(async () => {
  http = await serviceApp();
  [mine, others] = [await http.login(), await http.loginElsewhere()];
  ids = await things();
}, 120_000);
afterAll(() => http?.close());

const call = (method: string, path: string, body?: unknown, headers = mine) =>
  http.call(method, path, { headers, body });

async function things() {
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await call("POST", path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.id;
  };
  const ci = await made("/v1/cmdb/ci", { name: `ci ${newId()}`, type: "server" });
  const event = await made("/v1/events", { title: "t", severity: "low", source: "probe", affected_cis: [ci] });
  const service = await made("/v1/services", { name: `service ${newId()}`, components: [{ ci_id: ci }] });
  const hook = { name: "hook", url: "https://hooks.example.com/in", events: ["ci.deleted"] };
  const webhook = await made("/v1/webhooks", hook);
  const delivery = await made(`/v1/webhooks/${webhook}/test`, {});
  const window = await made("/v1/maintenance-windows", { ci_ids: [ci], to: "2100-01-01T00:00:00Z" });
  return { ci, event, service, webhook, delivery, window };
}

/** JSON texts, since no JavaScript value serialises to some of them. */
const HOSTILE = [
  ...["null", "true", "0", "-1", "-0", "1e999", "1e308", "9007199254740993", "5e-324", '""', '" "', "[]", "{}", "[[]]"],
  ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202e\\u0007"', '"NaN"', '"[object Object]"'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '["__proto__"]', '{"length":-1}'],
  ...['"0000-01-01T00:00:00Z"', '"+275760-09-13T00:00:00Z"', '"-271821-04-20T00:00:00Z"', '"2026-02-30T00:00:00Z"'],
  ...['"0001-01-01T00:00:00+14:00"', '"9999-12-31T23:59:59-14:00"', '"2026-01-01T24:00:00Z"', '"infinity"', '"now"'],
  ...[`"${"x".repeat(100_000)}"`, `${"[".repeat(63)}${"]".repeat(63)}`, `[${"0,".repeat(20_000)}0]`],
  ...[`{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, '["a",{"b":null},3]', '{"toString":null,"valueOf":1}'],
];

/** The JSON of a body, with each member in turn replaced by `each` hostile values, by default every one. */
function* mutants(body: object, each = HOSTILE.length): Generator<string> {
  const mark = "\u{f8ff}here";
  const places = (value: unknown): unknown[] => {
    if (Array.isArray(value)) return [mark, ...value.flatMap((one, i) => places(one).map((to) => value.with(i, to)))];
    if (value === null || typeof value !== "object") return [mark];
    return [mark, ...Object.entries(value).flatMap(([k, one]) => places(one).map((to) => ({ ...value, [k]: to })))];
  };
  for (const [i, place] of places(body).entries()) {
    for (const text of inTurn(HOSTILE, i, each)) yield JSON.stringify(place).replace(`"${mark}"`, () => text);
  }
}

/** Expects a complete answer in the variant's form, and none of status 5xx. */
function expectNoFault(answer: Answer, told: string) {
  expect(answer.status, `${told.slice(0, 400)}\n${answer.text.slice(0, 400)}`).toBeLessThan(500);
  if (answer.status >= 400) expect(answer.body.error.code ?? answer.body.code, answer.text).toEqual(expect.any(String));
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}

async function sendAll(texts: Iterable<string>, send: (text: string) => Promise<Answer>) {
  let sent = 0;
  const source = texts[Symbol.iterator]();
  const one = async () => {
    for (let next = source.next(); !next.done; next = source.next()) {
      expectNoFault(await send(next.value), next.value);
      sent++;
    }
  };
  await Promise.all(Array.from({ length: 4 }, one));
  expect(sent).toBeGreaterThan(HOSTILE.length);
}

const EVENT = {
  title: "t",
  description: "d",
  severity: "low",
  source: "probe",
  source_id: "s",
  affected_cis: [],
  metrics: { a: 1 },
  context: { a: { b: "c" } },
  hostname: "h",
  fqdn: "h.example.com",
  ip_address: "192.0.2.1",
  occurred_at: "2026-01-01T00:00:00Z",
  status: "open",
};

describe("a body with any hostile member is not answered 5xx", () => {
  const cases: [string, string, () => string, () => object][] = [
    ["an event", "POST", () => "/v1/events", () => EVENT],
    ["an event in variant A", "POST", () => "/api/events/ingest", () => EVENT],
    ["a move", "PATCH", () => `/v1/events/${ids.event}/status`, () => ({ status: "acknowledged", comment: "c" })],
    [
      "a maintenance window",
      "POST",
      () => "/v1/maintenance-windows",
      () => ({ ci_ids: [ids.ci], from: "2026-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z", reason: "r" }),
    ],
    [
      "a service",
      "POST",
      () => "/v1/services",
      () => ({
        name: `s ${newId()}`,
        description: "d",
        status: "active",
        criticality: "low",
        sla: { availability: 99, response_time: 10 },
        components: [{ ci_id: ids.ci, role: "r", criticality: "low", redundancy_group: "g" }],
      }),
    ],
    [
      "a change of a service",
      "PUT",
      () => `/v1/services/${ids.service}`,
      () => ({ description: "d", sla: { availability: 1 }, components: [{ ci_id: ids.ci, role: "r" }] }),
    ],
    [
      "components",
      "PUT",
      () => `/v1/services/${ids.service}/components`,
      () => ({ components: [{ ci_id: ids.ci, role: "r", criticality: "low", redundancy_group: "g" }] }),
    ],
    [
      "a webhook",
      "POST",
      () => "/v1/webhooks",
      () => ({ name: "n", url: "https://hooks.example.com/", events: ["ci.deleted"], headers: { "X-A": "b" } }),
    ],
    [
      "a change of a webhook",
      "PUT",
      () => `/v1/webhooks/${ids.webhook}`,
      () => ({ name: "n", url: "https://hooks.example.com/", events: ["ci.deleted"], headers: { "X-A": "b" } }),
    ],
  ];
  it.each(cases)(
    "%s",
    async (_, method, path, body) => {
      // What is accepted is written, which takes the time: members and values take turns, two seeds try all.
      await sendAll(mutants(body(), Math.ceil(HOSTILE.length / 2)), (text) => call(method, path(), text));
    },
    60_000,
  );
});

describe("a hostile query is not answered 5xx", () => {
  const VALUES = [
    ...["", " ", "\0", "a\0b", "-1", "0", "1e9", "NaN", "999999999999999999999", "null", "[]", "%", "'", "\u{202e}"],
    ...[
      "0000-01-01",
      "+275760-09-13T00:00:00Z",
      "9999-12-31T23:59:59-14:00",
      "0001-01-01T00:00:00+14:00",
      "x".repeat(6_000),
    ],
    ...["__proto__", "constructor", "open,,open", ",", "open,__proto__", "e30", "bnVsbA", "eyJieSI6MX0", "W10"],
    ...["eyJieSI6Im9jY3VycmVkQXQgZGVzYyIsImF0IjoxZTk5OSwiaWQiOiJcdTAwMDAifQ", "eyJvcmRlciI6ImFzYyIsImF0IjotMX0"],
  ];
  const PAGE = "cursor page limit sort order fields";
  it.each([
    ["/v1/events", `${PAGE} status severity source ci_id from to`],
    ["/api/events", `${PAGE} status severity source ci_id from to`],
    ["/v1/incidents", `${PAGE} status severity`],
    ["/v1/maintenance-windows", `${PAGE} ci_id`],
    ["/v1/services", `${PAGE} status search`],
    ["/v1/webhooks", PAGE],
    ["/v1/webhooks/:webhook/deliveries", `${PAGE} status event`],
    ["/v1/events/:event/history", PAGE],
    ["/v1/events/:event/correlations", "depth"],
    ["/v1/cmdb/ci/:ci/impact", "depth direction include_software"],
    ["/v1/cmdb/ci/:ci/dependency-map.svg", "depth"],
    ["/v1/services/:service/dependencies", "depth"],
    ["/v1/services/:service/dependency-map.svg", "depth"],
  ])(
    "%s",
    async (pattern, names) => {
      const path = pattern.replace(/:(\w+)/, (_, kind: keyof typeof ids) => ids[kind]);
      const queries = [...names.split(" "), "__proto__"].flatMap((name) => [
        ...VALUES.map((value) => `${name}=${encodeURIComponent(value)}`),
        ...["%ff%fe", "%", `1&${name}=2`].map((raw) => `${name}=${raw}`),
      ]);
      await sendAll(queries, (query) => call("GET", `${path}?${query}`));
    },
    60_000,
  );
});

describe("resources of another tenant", () => {
  it("answer 404 on every route", async () => {
    for (const [method, path, body] of [
      ["GET", `/v1/events/${ids.event}`],
      ["GET", `/api/events/${ids.event}`],
      ["GET", `/v1/events/${ids.event}/history`],
      ["GET", `/v1/events/${ids.event}/correlations`],
      ["PATCH", `/v1/events/${ids.event}/status`, { status: "resolved" }],
      ["GET", `/v1/services/${ids.service}`],
      ["PUT", `/v1/services/${ids.service}`, { description: "x" }],
      ["PUT", `/v1/services/${ids.service}/components`, { components: [] }],
      ["GET", `/v1/services/${ids.service}/dependencies`],
      ["GET", `/v1/services/${ids.service}/dependency-map.svg`],
      ["DELETE", `/v1/services/${ids.service}`],
      ["GET", `/v1/cmdb/ci/${ids.ci}/dependency-map.svg`],
      ["GET", `/v1/cmdb/ci/${ids.ci}/impact`],
      ["GET", `/v1/webhooks/${ids.webhook}`],
      ["PUT", `/v1/webhooks/${ids.webhook}`, { active: false }],
      ["POST", `/v1/webhooks/${ids.webhook}/rotate-secret`],
      ["POST", `/v1/webhooks/${ids.webhook}/test`],
      ["GET", `/v1/webhooks/${ids.webhook}/deliveries`],
      ["POST", `/v1/webhooks/deliveries/${ids.delivery}/redeliver`],
      ["DELETE", `/v1/webhooks/${ids.webhook}`],
      ["GET", `/v1/maintenance-windows/${ids.window}`],
      ["DELETE", `/v1/maintenance-windows/${ids.window}`],
    ] as [string, string, object?][]) {
      const answer = await call(method, path, body, others);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(404);
    }
    expect((await call("GET", `/v1/webhooks/${ids.webhook}`)).status).toBe(200);
    expect((await call("GET", `/v1/maintenance-windows/${ids.window}`)).status).toBe(200);
  });

  it("cannot be referenced in bodies", async () => {
    const event = { title: "t", severity: "low", source: "probe", affected_cis: [ids.ci] };
    expect((await call("POST", "/v1/events", event, others)).status).toBe(400);
    expect((await call("POST", "/api/events/ingest", event, others)).status).toBe(400);
    const service = { name: `s ${newId()}`, components: [{ ci_id: ids.ci }] };
    expect((await call("POST", "/v1/services", service, others)).status).toBe(404);
    const window = { ci_ids: [ids.ci], to: "2100-01-01T00:00:00Z" };
    expect((await call("POST", "/v1/maintenance-windows", window, others)).status).toBe(400);
    for (const path of ["/v1/events", "/v1/maintenance-windows"]) {
      const found = await call("GET", `${path}?ci_id=${ids.ci}`, undefined, others);
      expect(found.status, found.text).toBe(200);
      expect(found.body.data).toEqual([]);
    }
  });
});

describe("hostile payloads of event sources", () => {
  const SOURCES = [
    "prometheus",
    "zabbix",
    "nagios",
    "icinga2",
    "grafana",
    "datadog",
    "cloudwatch",
    "pagerduty",
    "generic",
  ];
  const body = () => ({
    alerts: [
      {
        status: "firing",
        labels: { alertname: "a", instance: "h:1" },
        annotations: { summary: "s" },
        startsAt: "2026-01-01T00:00:00Z",
        fingerprint: "f",
        values: { A: 1 },
      },
    ],
    title: "t",
    severity: "high",
    status: "open",
    source_id: "i",
    hostname: "h",
    ip_address: "192.0.2.1",
    timestamp: 1,
    metrics: { a: 1 },
    context: { a: 1 },
    tags: ["a:b"],
    eventid: "1",
    trigger: { id: "1", name: "n", severity: "5", status: "PROBLEM" },
    host: "h",
    service: "s",
    state: "CRITICAL",
    output: "o",
    id: "1",
    alert_id: "1",
    event_type: "x",
    date: 1,
    last_updated: 1,
    alert_type: "error",
    aggreg_key: "k",
    Type: "Notification",
    Message: '{"AlarmName":"a","NewStateValue":"ALARM","StateChangeTime":"2026-01-01T00:00:00Z"}',
    event: {
      id: "1",
      event_type: "incident.triggered",
      occurred_at: "2026-01-01T00:00:00Z",
      data: { id: "d", type: "incident", title: "t", status: "triggered", urgency: "high", service: { summary: "s" } },
    },
  });
  it.each(SOURCES.map((source) => [source]))(
    "%s",
    async (source) => {
      const send = (text: string) => call("POST", `/api/events/webhook/${source}`, text);
      // What the readers make of each value in each member is tried without HTTP in test/features/events/sources.unit.test.ts.
      const sample = inTurn([...mutants(body())], SOURCES.indexOf(source), HOSTILE.length);
      await sendAll([...HOSTILE, ...HOSTILE.map((text) => `[${text}]`), ...sample], send);
    },
    120_000,
  );
});
