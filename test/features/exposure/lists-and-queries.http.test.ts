import { beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord, kevCatalogue } from "../../support/cve-records.ts";
import { exposureService } from "./support.ts";

const world = await exposureService();
const { send, make, relate, program, server, matchAll, service, stranger } = world;

const CVES = 60;
const idOf = (i: number) => `CVE-2022-${1000 + i}`;
const SEVERITIES = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];
/** Scores of every tenth, without a score, and without any rating. */
const metrics = (i: number) => {
  if (i % 7 === 0) return {};
  const baseScore = ((i * 37) % 100) / 10;
  const baseSeverity = SEVERITIES[Math.min(3, Math.floor(baseScore / 2.6))];
  return { cvssMetricV31: [{ type: "Primary", cvssData: { version: "3.1", baseScore, baseSeverity } }] };
};

let listening = "";
let shop = "";
beforeAll(async () => {
  const hosts = [
    await server({}, { open_ports: [443] }),
    await server({}, { ip_address: "93.184.216.34" }),
    await server(),
    await server({}, { open_ports: [22], ip_address: "93.184.216.35" }),
  ];
  listening = hosts[0]!;
  for (const [i, host] of hosts.entries()) await program(`a:maker:product${i}:1.0`, host);
  // One program is on two servers, of which the services are not the same.
  await program("a:maker:product0:1.0", hosts[2]);
  const services = [1, 2, 3].map(() => make({ name: `service ${newId()}`, type: "business_service" }));
  const made = await Promise.all(services);
  shop = made[0]!;
  for (const [service, host] of [
    [made[0], hosts[0]],
    [made[1], hosts[0]],
    [made[2], hosts[2]],
    [made[2], hosts[3]],
  ] as const) {
    const part = await make({ name: `part ${newId()}`, type: "application" });
    await relate("part_of", part, service!);
    await relate("depends_on", part, host!);
  }
  const records = Array.from({ length: CVES }, (_, i) =>
    cveRecord(idOf(i), [anyOf(criterion(cpe(`a:maker:product${i % 4}:1.0`)))], { metrics: metrics(i) }),
  );
  await world.importCves(cvePage(records));
  await world.importKev(kevCatalogue([idOf(3), idOf(10), idOf(21)]));
  const scores = Array.from({ length: CVES }, (_, i) =>
    i % 3 ? `${idOf(i)},${((i * 7_919) % 99_991) / 100_000},0.5` : "",
  );
  await world.importEpss(
    `#model_version:v1,score_date:2024-06-01T00:00:00+0000\ncve,epss,percentile\n${scores.filter(Boolean).join("\n")}\n`,
  );
  await matchAll();
});

interface Item {
  cve: string;
  priority: { score: number; parts: Record<string, { points: number; max: number }> };
}
const page = async (query: string) => {
  const answer = await send("GET", query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: Item[]; pagination: { total: number; next_cursor?: string } };
};
/** The most urgent first, and where that is equal the newer number first. */
const byPriority = (items: readonly Item[]) =>
  [...items].sort((a, b) => b.priority.score - a.priority.score || (a.cve < b.cve ? 1 : -1)).map(({ cve }) => cve);

it("lists by the score that each item shows, in both directions", async () => {
  const { data } = await page("/v1/vulnerabilities?sort=priority&order=desc&limit=100");
  expect(data).toHaveLength(CVES);
  expect(data.map(({ cve }) => cve)).toEqual(byPriority(data));
  // Every part that the score is made of differs somewhere.
  for (const part of ["severity", "known_exploited", "prediction", "reach", "exposure"]) {
    expect(new Set(data.map(({ priority }) => priority.parts[part]!.points)).size, part).toBeGreaterThan(1);
  }
  for (const { priority } of data) {
    const parts = Object.values(priority.parts);
    expect(parts.map(({ max }) => max).reduce((sum, max) => sum + max, 0)).toBe(100);
    for (const { points, max } of parts) expect(points).toBeLessThanOrEqual(max);
  }
  const ascending = await page("/v1/vulnerabilities?sort=priority&limit=100");
  expect(ascending.data.map(({ cve }) => cve)).toEqual(byPriority(data).reverse());
});

it("answers questions in words from the same findings", async () => {
  const ask = async (query: string) => {
    const answer = await send("POST", "/v1/reports/ai/query", { query });
    expect([answer.status, answer.body.understood, answer.body.source], answer.text).toEqual([200, true, "rules"]);
    return answer.body.results as Record<string, unknown>[];
  };
  const { data } = await page("/v1/vulnerabilities?status=affected,possible&limit=100");
  const [counted] = await ask("How many vulnerabilities are there?");
  expect(Object.values(counted!)).toContain(data.length);
  const listed = await ask("list the vulnerabilities");
  expect(listed.map(({ cve }) => cve).sort()).toEqual(data.map(({ cve }) => cve).sort());
  const exploited = await page("/v1/vulnerabilities?kev=true&status=affected,possible&limit=100");
  const known = await ask("known exploited vulnerabilities");
  expect(known.map(({ cve }) => cve).sort()).toEqual(exploited.data.map(({ cve }) => cve).sort());
  expect(known.length).toBeGreaterThan(0);
  const servers = await ask(`Which servers are exposed to ${data[0]!.cve}?`);
  expect(servers.length).toBeGreaterThan(0);
});

it("counts for the order of a part of the estate what that part reaches and listens on", async () => {
  for (const path of [
    `/v1/cmdb/ci/${listening}/vulnerabilities?`,
    `/v1/vulnerabilities?service_id=${shop}&`,
    `/v1/vulnerabilities?ci_id=${listening}&severity=high,critical&`,
  ]) {
    const { data } = await page(`${path}sort=priority&order=desc&limit=100`);
    expect(data.length, path).toBeGreaterThan(0);
    expect(
      data.map(({ cve }) => cve),
      path,
    ).toEqual(byPriority(data));
  }
});

it("pages by cursor through equal scores without loss or repetition", async () => {
  const { data } = await page("/v1/vulnerabilities?sort=priority&order=desc&limit=100");
  const read: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const next: Awaited<ReturnType<typeof page>> = await page(
      `/v1/vulnerabilities?sort=priority&order=desc&limit=7${cursor && `&cursor=${cursor}`}`,
    );
    read.push(...next.data.map(({ cve }) => cve));
    cursor = next.pagination.next_cursor;
  }
  expect(read).toEqual(byPriority(data));
});

it("refuses the cursor of another order", async () => {
  const { pagination } = await page("/v1/vulnerabilities?sort=priority&order=desc&limit=1");
  for (const query of ["sort=published&order=desc", "sort=priority&order=asc", "order=desc"]) {
    const refused = await send("GET", `/v1/vulnerabilities?limit=1&${query}&cursor=${pagination.next_cursor}`);
    expect([refused.status, refused.body.error.details[0].field], query).toEqual([400, "query.cursor"]);
  }
  const alone = await page(`/v1/vulnerabilities?limit=1&cursor=${pagination.next_cursor}`);
  const whole = await page("/v1/vulnerabilities?sort=priority&order=desc&limit=2");
  expect(alone.data[0]?.cve).toBe(whole.data[1]?.cve);
});

const ask = async (form: object, headers = world.admin) => {
  const answer = await send("POST", "/v1/query", { entity: "vulnerability", ...form }, headers);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { rows: Record<string, unknown>[]; total: number };
};

it("answers queries with a row for each installation that a vulnerability concerns", async () => {
  const { data } = await page(`/v1/cmdb/ci/${listening}/vulnerabilities?sort=priority&order=desc&limit=100`);
  const { rows, total } = await ask({
    filters: [{ field: "server.id", op: "eq", value: listening }],
    order: [{ field: "priority", direction: "desc" }],
    limit: 100,
  });
  expect(total).toBe(data.length);
  const scores = (items: readonly Item[]) => items.map(({ cve, priority }) => [cve, priority.score]).sort();
  expect(rows.map(({ cve, priority }) => [cve, priority]).sort()).toEqual(scores(data));
  expect(rows.map(({ priority }) => priority)).toEqual(data.map(({ priority }) => priority.score));
  const { rows: first } = await ask({
    filters: [{ field: "cve", op: "eq", value: idOf(1).toLowerCase() }],
    fields: [
      "id",
      "cvss.score",
      "epss",
      "known_exploited",
      "status",
      "name",
      "version",
      "services",
      "server.name",
      "cpe_name",
    ],
  });
  expect(first).toMatchObject([
    {
      "cvss.score": 3.7,
      epss: 0.07919,
      known_exploited: false,
      status: "affected",
      version: "1.0",
      services: 0,
      name: "program a:maker:product1:1.0",
      cpe_name: cpe("a:maker:product1:1.0"),
    },
  ]);
});

it("groups vulnerabilities, and finds those of what a service needs", async () => {
  const bySeverity = await ask({ group_by: ["severity"], aggregate: [{ fn: "count_distinct", field: "cve" }] });
  const list = await page("/v1/vulnerabilities?limit=100");
  const counted = Map.groupBy(list.data as unknown as { severity: string }[], ({ severity }) => severity);
  expect(Object.fromEntries(bySeverity.rows.map((row) => Object.values(row)))).toEqual(
    Object.fromEntries([...counted].map(([severity, items]) => [severity, items.length])),
  );
  const servers = await ask({
    filters: [{ field: "known_exploited", op: "eq", value: true }],
    group_by: ["server.id"],
    aggregate: [{ fn: "count" }],
  });
  expect(servers.rows.find((row) => row["server.id"] === listening)).toBeUndefined();
  expect(servers.rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(3);
  const needed = await ask({
    path: { of: shop, direction: "upstream" },
    group_by: ["server.id"],
    aggregate: [{ fn: "count" }],
  });
  expect(needed.rows).toEqual([{ "server.id": listening, count: CVES / 4 }]);
});

it("counts a decision in queries, and shows nothing to another tenant or without the scope", async () => {
  const affected = { filters: [{ field: "status", op: "eq", value: "affected" }], aggregate: [{ fn: "count" }] };
  const before = Number((await ask(affected)).rows[0]?.count);
  const body = { ci_id: listening, decision: "accepted", reason: "known" };
  const decided = await send("PUT", `/v1/vulnerabilities/${idOf(0)}/decisions`, body);
  expect(decided.status, decided.text).toBe(200);
  expect((await ask(affected)).rows).toEqual([{ count: before - 1 }]);
  const accepted = await ask({
    filters: [{ field: "status", op: "eq", value: "accepted" }],
    fields: ["cve", "server.id"],
  });
  expect(accepted.rows).toEqual([{ cve: idOf(0), "server.id": listening }]);
  expect((await ask({}, stranger)).rows).toEqual([]);
  const noInventory = await service.loginWith("reports.read", "events.read");
  expect((await send("POST", "/v1/query", { entity: "vulnerability" }, noInventory)).status).toBe(403);
  const unknown = await send("POST", "/v1/query", {
    entity: "vulnerability",
    filters: [{ field: "cvss_score", op: "gt", value: 7 }],
  });
  expect(unknown.status).toBe(400);
  expect(unknown.body.error.details[0]).toMatchObject({
    field: "filters.0.field",
    error: expect.stringContaining("cvss.score"),
  });
});

it("counts on the overview the CIs that a known exploited or a critical vulnerability affects", async () => {
  const counted = async (headers = world.admin) => {
    const answer = await send("GET", "/v1/summary", undefined, headers);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.vulnerabilities as { known_exploited_cis: number; critical_cis: number } | null;
  };
  /** As the query of the same counts them. */
  const asked = async (field: string, value: unknown) => {
    const { rows } = await ask({
      filters: [
        { field, op: "eq", value },
        { field: "status", op: "eq", value: "affected" },
      ],
      aggregate: [{ fn: "count_distinct", field: "server.id" }],
    });
    return Number(Object.values(rows[0] ?? {})[0]);
  };
  const before = {
    known_exploited_cis: await asked("known_exploited", true),
    critical_cis: await asked("severity", "critical"),
  };
  expect(before.known_exploited_cis).toBeGreaterThan(1);
  expect(await counted()).toEqual(before);
  const body = { all: true, decision: "mitigated", reason: "known" };
  const decided = await send("PUT", `/v1/vulnerabilities/${idOf(3)}/decisions`, body);
  expect(decided.status, decided.text).toBe(200);
  expect(await counted()).toMatchObject({ known_exploited_cis: before.known_exploited_cis - 1 });
  expect(await counted(stranger)).toEqual({ known_exploited_cis: 0, critical_cis: 0 });
  expect(await counted(await service.loginWith("events.read"))).toBeNull();
});
