import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { SHORT_LIVED_JAVA } from "./test/support/short-lived-java.ts";

/** No test asks a service outside. */
const env = { NVD_BASE_URL: "off" };

const stores = {
  env,
  globalSetup: ["test/support/stores.global.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  maxWorkers: 2,
  // Nothing in the modules keeps state: files of one worker share them, as requests of one service do.
  isolate: false,
  sequence: { groupOrder: 1 },
};

/** Starts and kills servers: one file at a time, and not while the other projects run. */
const embedded = {
  env: { ...env, JAVA_TOOL_OPTIONS: SHORT_LIVED_JAVA },
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
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: 20_000, isolate: false } },
      {
        test: { name: "stores", include: ["test/{graph,features,http,jobs,cli,faults}/**/*.test.ts"], ...stores },
      },
      { test: { name: "embedded", include: ["test/embedded/**/*.test.ts"], ...embedded } },
    ],
  },
});
