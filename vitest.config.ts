import { defineConfig } from "vitest/config";

const stores = {
  globalSetup: ["test/support/stores.global.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  maxWorkers: 2,
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: { name: "stores", include: ["test/{graph,features,http,jobs,cli,faults}/**/*.test.ts"], ...stores },
      },
    ],
  },
});
