import { inject } from "vitest";
import type { Neo4jConfig } from "../../src/platform/graph/graph.ts";

/** Where the stores of this test run answer. Every suite makes its own tenant in them. */
export interface TestStores {
  neo4j: Neo4jConfig;
  /** `template`: a database with the schema, where the server ends with the run and so need not be tidied either. */
  postgres: { url: string; template?: string };
}

declare module "vitest" {
  interface ProvidedContext {
    stores: TestStores;
  }
}

/** The stores that `stores.global.ts` found or started. Only for tests of the project "stores". */
export function stores(): TestStores {
  return inject("stores");
}
