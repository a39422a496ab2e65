import type { Neo4jConfig } from "../../../src/platform/graph/graph.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { fileOf } from "../cpe-dictionary/support.ts";
import { cvesOfProducts, exposureOn, matchToEnd } from "./estate.ts";

// A process that imports CVEs, then matches the tenant of the database, until it is killed. Arguments: the stores' addresses as
// JSON.
const { neo4j, url } = JSON.parse(process.argv[2] ?? "") as { neo4j: Neo4jConfig; url: string };
const postgres = createPostgres({ url, log: createLogger("silent") });
const { exposure } = exposureOn(postgres, neo4j);
await exposure.feeds.importCves([fileOf("cves.json", cvesOfProducts(30))]);
const [tenant] = await postgres.query<{ id: string }>("select tenant_id as id from exposure_profiles limit 1");
if (tenant) await matchToEnd(exposure, postgres, tenant.id);
