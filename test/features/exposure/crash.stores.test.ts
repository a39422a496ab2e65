import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../src/platform/ids.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord } from "../../support/cve-records.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";
import { createWorkers } from "../../support/workers.ts";
import { fileOf } from "../cpe-dictionary/support.ts";
import { cvesOfProducts, exposureOn, findings, matchToEnd, seedPrograms } from "./estate.ts";

const EACH = 30;
let scratch: Scratch;
let world: ReturnType<typeof exposureOn>;
const workers = createWorkers(path.join(import.meta.dirname, "crash-worker.ts"), () => scratch.url);
const tenantId = newId();

beforeAll(async () => {
  scratch = await scratchDatabase();
  world = exposureOn(scratch.postgres, stores().neo4j);
  await seedPrograms(scratch.postgres, tenantId);
});
afterAll(async () => {
  workers.killAll();
  await world.graph.close();
  await scratch.drop();
});

const count = async (table: string) =>
  (await scratch.postgres.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? 0;

/** Starts a worker and kills it once the table has rows. */
async function killAfter(table: string, rows: number): Promise<void> {
  const worker = workers.start();
  while ((await count(table)) < rows) await sleep(2);
  await workers.kill(worker);
}

it("an import that was killed has whole records, and a repeat brings the rest", async () => {
  await killAfter("cve_records", 1);
  const [state] = await scratch.postgres.query<{ lost: number }>(
    `select count(*) as lost from cve_records r
     where not exists (select from cve_products p where p.cve = r.cve and p.vulnerable)`,
  );
  expect(state?.lost).toBe(0);
  const [file] = await world.exposure.feeds.importCves([fileOf("cves.json", cvesOfProducts(EACH))]);
  expect(file).toMatchObject({ status: "done", entries: 100 * EACH });
  expect(await count("cve_records")).toBe(100 * EACH);
});

it("matching that was killed goes on, and finds each thing once", async () => {
  await killAfter("exposure_findings", 1);
  await matchToEnd(world.exposure, scratch.postgres, tenantId);
  const found = await findings(scratch.postgres, tenantId);
  // Of version n.5, the CVEs below n + 1 do not affect: thirty of each product, up to version 30.
  const expected = [1, 2, 3, 4, 5].reduce((sum, version) => sum + 100 * (EACH - version), 0);
  expect(found).toHaveLength(expected);
  expect(found.every(({ status }) => status === "affected")).toBe(true);
  expect(new Set(found.map(({ ciId, cve }) => `${ciId} ${cve}`)).size).toBe(expected);
});

it("one program that cannot be matched holds up no other, and is tried again later", async () => {
  const { postgres } = scratch;
  const other = newId();
  await seedPrograms(postgres, other, 4);
  const [broken] = await postgres.query<{ id: string }>(
    "update exposure_profiles set others = '5' where id = (select min(id) from exposure_profiles where tenant_id = $1) returning id",
    [other],
  );
  const job = world.exposure.jobs.find(({ ref }) => ref.name === "exposure.match");
  const left = async () =>
    postgres.query("select id, tries from exposure_profiles where tenant_id = $1 and not is_matched order by tries", [
      other,
    ]);
  for (let turns = 0; turns < 50 && (await left()).length > 1; turns++) {
    await job?.run({ tenantId: other }, { signal: AbortSignal.timeout(60_000), log });
  }
  expect(await left()).toEqual([{ id: broken?.id, tries: 1 }]);
  await postgres.query("update exposure_profiles set others = '[]', not_before = now() where id = $1", [broken?.id]);
  await matchToEnd(world.exposure, postgres, other);
  expect(await left()).toEqual([]);
});

it("a CVE that changes moves from product to product, for every tenant", async () => {
  const id = "CVE-2024-90000";
  const record = (product: string, day: number) =>
    cvePage([
      cveRecord(id, [anyOf(criterion(cpe(`a:maker:${product}`)))], { lastModified: `2024-05-0${day}T00:00:00.000` }),
    ]);
  const { feeds } = world.exposure;
  const of = async () => {
    await matchToEnd(world.exposure, scratch.postgres, tenantId);
    return (await findings(scratch.postgres, tenantId)).filter(({ cve }) => cve === id).length;
  };
  await feeds.importCves([fileOf("a", record("product1", 1))]);
  expect(await of()).toBe(5);
  await feeds.importCves([fileOf("b", record("nothing", 2))]);
  expect(await of()).toBe(0);
});
