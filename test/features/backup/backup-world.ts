import type { App } from "../../../src/app.ts";
import { systemContext } from "../../../src/context.ts";
import { newId } from "../../../src/platform/ids.ts";

/**
 * What a backup leaves out on purpose: the record of migrations, which these write themselves, and the last hour's messages
 * of open pages, which a restore tells to read anew.
 */
const NOT_RESTORED = ["schema_migrations", "stream_entries", "stream_position"];

/** Everything in both stores that a restore must bring back, sorted. */
export async function dump({ graph, postgres }: Pick<App, "graph" | "postgres">) {
  const nodes = await graph.raw(
    `MATCH (n) WHERE NOT n:SchemaMigration AND NOT n:ChangeStamp
     RETURN labels(n) AS labels, properties(n) AS properties`,
  );
  const relationships = await graph.raw(
    `MATCH (a)-[r]->(b)
     RETURN type(r) AS type, properties(r) AS properties, a.id AS source, coalesce(b.id, b.kind + ':' + b.value) AS target`,
  );
  const tables: Record<string, string[]> = {};
  const names = await postgres.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and not tablename = any($1)",
    [NOT_RESTORED],
  );
  for (const { name } of names) {
    // A restore resets the start of running scans.
    const row = name === "scans" ? "(to_jsonb(t) - 'progress_at')" : "t";
    const rows = await postgres.query<{ row: string }>(`select ${row}::text as row from "${name}" t`);
    tables[name] = rows.map(({ row }) => row).sort();
  }
  return { nodes: nodes.map(sorted).sort(), relationships: relationships.map(sorted).sort(), tables };
}

/** Canonical text for equal records. Ignores locks. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (inner === null || typeof inner !== "object") return inner;
    if (key === "labels") return [...(inner as string[])].sort();
    if (Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).filter(([name]) => name !== "lock" && name !== "held");
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const STRANGE = 'line\u2028separator, "quotes", back\\slash, ümläut, 漢字, \ttab\nnew line, \'; drop table tenants; --';

/** A tenant with every kind of value, relationship and pending work. */
export async function populate(app: App, tenantId: string): Promise<void> {
  const ctx = systemContext(tenantId, newId());
  const create = async (name: string, type: string, attributes: Record<string, unknown> = {}) => {
    const fields = { name, type, attributes, customFields: { note: STRANGE } };
    return (await app.ci.verbs.createCi(ctx, { fields })).id;
  };
  const host = await create("host-1", "server", { ip_address: "192.0.2.1", cpu_cores: 8, load: 0.25, virtual: true });
  const shop = await create(STRANGE.slice(0, 60), "application", { numbers: [1, 2.5], nested: { deep: [null, {}] } });
  const gone = await create("gone", "database", { serial_number: "SN-0815" });
  const link = async (type: string, sourceCi: string, targetCi: string, attributes: Record<string, unknown> = {}) =>
    app.relationships.verbs.create(ctx, { fields: { type, sourceCi, targetCi, attributes, confidence: 0.5 } });
  await link("runs_on", shop, host, { note: STRANGE, port: 443 });
  await link("Backed up by", shop, host);
  await link("depends_on", shop, gone);
  await app.relationships.verbs.setType(ctx, "Backed up by", "target_to_source");
  await app.ci.verbs.deleteCi(ctx, { id: gone });
}
