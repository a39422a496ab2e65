import { expect } from "vitest";
import { cypher, sql } from "../../platform/embedded/support.ts";
import type { Client } from "./client.ts";
import { idOf, type Ledger, retried } from "./ledger.ts";
import type { StoreAddresses } from "./own-stores.ts";

interface CiRow {
  id: string;
  name: string;
  deleted: boolean;
  labels: string[];
  version: number;
  attributes: string;
  identifiers: string[];
}

const outboxSize = async ({ neo4j }: StoreAddresses): Promise<number> =>
  (await cypher(neo4j, "MATCH (o:Outbox) RETURN count(o) AS n"))[0]?.n as number;

/**
 * Lets the keys of requests whose process died grow old at once: a first try that has not ended is taken over after a
 * minute, which no test need wait for.
 */
export async function ageClaims({ postgres }: Pick<StoreAddresses, "postgres">): Promise<void> {
  await sql(
    postgres.url,
    "update idempotency_keys set started_at = started_at - interval '2 minutes' where status is null returning 1",
  );
}

/** The same for scans that a process was working on when it died: they are free after half a minute. */
export async function ageLeases({ postgres }: Pick<StoreAddresses, "postgres">): Promise<void> {
  await sql(postgres.url, "update scans set leased_until = now() where leased_until > now() returning 1");
}

/** Waits until all scans are worked off and no change is left to deliver: a scan makes CIs, and its process may have died. */
async function whenSettled(stores: StoreAddresses): Promise<void> {
  const running = "select count(*)::int as n from scans where status = 'running'";
  await retried(async () => ((await sql(stores.postgres.url, running))[0]?.n === 0 ? true : undefined));
  await retried(async () => ((await outboxSize(stores)) === 0 ? true : undefined), 30_000);
}

/** Asserts that everything acknowledged is there, whole and once, and nothing that nobody sent. */
export async function audit(ledger: Ledger, stores: StoreAddresses, client: Client): Promise<void> {
  await whenSettled(stores);
  const rows = (await cypher(
    stores.neo4j,
    `MATCH (c:CI|DeletedCI) WHERE c.name STARTS WITH 'host SN-'
     RETURN c.id AS id, c.name AS name, c:DeletedCI AS deleted, labels(c) AS labels, c.version AS version,
       c.attributes AS attributes, COLLECT { MATCH (c)-[:IDENTIFIED_BY]->(i) RETURN i.kind + ' ' + i.value } AS identifiers`,
  )) as unknown as CiRow[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(byId.size).toBe(rows.length);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  expect(rows.length).toBe(ledger.cis.length);
  for (const ci of ledger.cis) {
    const row = byId.get(idOf(ci));
    expect(row, ci.name).toBeDefined();
    auditCi(ci, row!);
  }
  await auditRelationships(ledger, stores, byId);
  await auditHistory(stores, rows);
  await auditAnswers(ledger, client, rows);
  const [servers] = await cypher(stores.neo4j, "MATCH (c:CI:Server) RETURN count(c) AS living");
  const list = await client.call("GET", "/v1/cmdb/ci?limit=1&type=server");
  expect(list.body).toMatchObject({ pagination: { total: servers?.living } });
  const searched = await client.call("GET", "/v1/cmdb/ci?limit=1&search=host%20SN");
  expect(searched.body).toMatchObject({ pagination: { total: rows.filter(({ deleted }) => !deleted).length } });
}

function auditCi(ci: Ledger["cis"][number], row: CiRow): void {
  expect(row.name).toBe(ci.name);
  if (ci.deleted !== "unsure") expect(row.deleted, ci.name).toBe(ci.deleted === "yes");
  expect(row.labels.sort()).toEqual([row.deleted ? "DeletedCI" : "CI", "Server"].sort());
  const serial = ci.serial.toLowerCase();
  const identifiers = [`ip ${ci.address}`, `name server|host ${serial}`, `serial ${serial}`];
  expect([...row.identifiers].sort()).toEqual(identifiers);
  const { n } = JSON.parse(row.attributes) as { n: number };
  expect([ci.n, ...ci.unsure], `${ci.name}: n`).toContain(n);
  const fewest = 1 + ci.changes + (ci.deleted === "yes" ? 1 : 0);
  expect(row.version).toBeGreaterThanOrEqual(fewest);
  expect(row.version).toBeLessThanOrEqual(fewest + ci.maybe);
}

async function auditRelationships(ledger: Ledger, { neo4j }: StoreAddresses, byId: Map<string, CiRow>): Promise<void> {
  const found = await cypher(
    neo4j,
    `MATCH (s:CI)-[r:DEPENDS_ON]->(t:CI) RETURN r.id AS id, r.key AS key, s.id AS source, t.id AS target, false AS deleted
     UNION ALL MATCH (d:DeletedRelationship)
     RETURN d.id AS id, d.key AS key, d.source AS source, d.target AS target, true AS deleted`,
  );
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  const byRelationship = new Map(found.map((row) => [row.id, row]));
  expect(byRelationship.size).toBe(found.length);
  for (const { ids, body } of ledger.links) {
    expect(byRelationship.delete(ids?.[0]), JSON.stringify(body)).toBe(true);
  }
  const unsure = ledger.unsureLinks.map(({ body }) => body);
  for (const { source, target, deleted } of byRelationship.values()) {
    expect(unsure, "a relationship that nobody sent").toContainEqual(
      expect.objectContaining({ source_ci: source, target_ci: target }),
    );
    expect(deleted, "an end is gone").toBe(true);
  }
  expect(byId.size).toBeGreaterThan(0);
}

/** One entry of history for each version of each thing: no change untold, none told twice. */
async function auditHistory({ postgres }: StoreAddresses, rows: CiRow[]): Promise<void> {
  const told = await sql(
    postgres.url,
    `select subject_id as id, count(*)::int as entries, count(distinct version)::int as versions,
       min(version)::int as first, max(version)::int as last
     from history where subject_kind = 'ci' group by subject_id`,
  );
  const history = new Map(told.map((row) => [row.id, row]));
  for (const { id, version } of rows) {
    expect(history.get(id), id).toMatchObject({ entries: version, versions: version, first: 1, last: version });
  }
}

async function auditAnswers(ledger: Ledger, client: Client, rows: CiRow[]): Promise<void> {
  const living = rows.filter(({ deleted }) => !deleted);
  const sample = ledger.cis.slice(-20);
  for (const ci of sample) {
    const isLiving = living.some(({ id }) => id === idOf(ci));
    expect((await client.call("GET", `/v1/cmdb/ci/${idOf(ci)}`)).status).toBe(isLiving ? 200 : 404);
    if (!isLiving) continue;
    const found = await client.call("GET", `/v1/api/ci/find-by-ip/${ci.address}`);
    expect(found.body).toMatchObject({ found: true, ci: { id: idOf(ci) } });
    const history = await client.call("GET", `/v1/cmdb/ci/${idOf(ci)}/history`);
    expect(history.body.data.at(-1)).toMatchObject({ action: "ci.created" });
  }
}
