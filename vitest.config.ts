import { defineConfig } from "vitest/config";

/** No test asks a service outside. */
const env = { NVD_BASE_URL: "off" };

const stores = {
  env,
  globalSetup: ["test/support/stores.global.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
};

/** Starts and kills servers: one file at a time, and not while the other projects run. */
const embedded = {
  env,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  maxWorkers: 1,
  fileParallelism: false,
  sequence: { groupOrder: 2 },
};

export default defineConfig({
  test: {
    teardownTimeout: 60_000,
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: { name: "stores", include: ["test/{graph,features,http,jobs,cli,faults}/**/*.test.ts"], ...stores },
      },
      { test: { name: "embedded", include: ["test/embedded/**/*.test.ts"], ...embedded } },
    ],
  },
});
