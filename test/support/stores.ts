import { inject } from "vitest";
import type { Neo4jConfig } from "../../src/config.ts";

/** Where the stores of this test run answer. Every suite makes its own tenant in them. */
export interface TestStores {
  neo4j: Neo4jConfig;
  postgres: { url: string };
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
