import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { SHORT_LIVED_JAVA } from "./test/support/short-lived-java.ts";

const env = {
  // No test asks a service outside.
  NVD_BASE_URL: "off",
  // Processes that tests start need not compile everything anew.
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, "node_modules/.cache/orrery"),
};

/** What is polled for has the seconds that a busy machine may take. */
const expect = { poll: { timeout: 30_000 } };

/** With servers in it. A machine that does other work takes several times as long as one that does not. */
const real = {
  expect,
  testTimeout: 240_000,
  hookTimeout: 240_000,
  pool: "forks" as const,
  maxWorkers: 2,
};

const stores = {
  ...real,
  env,
  globalSetup: ["test/support/stores.global.ts"],
  // Nothing in the modules keeps state: files of one worker share them, as requests of one service do.
  isolate: false,
  sequence: { groupOrder: 1 },
};

/** Starts and kills servers: not while the other projects run. */
const embedded = {
  ...real,
  env: { ...env, JAVA_TOOL_OPTIONS: SHORT_LIVED_JAVA },
  sequence: { groupOrder: 2 },
};

/** Files that hold a service under load to its deadlines: one at a time. */
const faults = {
  ...embedded,
  globalSetup: ["test/service/faults/lab.global.ts"],
  maxWorkers: 1,
  fileParallelism: false,
  sequence: { groupOrder: 3 },
};

export default defineConfig({
  test: {
    teardownTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: "unit", include: ["test/**/*.unit.test.ts"], expect, testTimeout: 60_000, isolate: false } },
      {
        test: { name: "stores", include: ["test/**/*.{stores,http,browser}.test.ts"], ...stores },
      },
      { test: { name: "embedded", include: ["test/**/*.embedded.test.ts"], ...embedded } },
      { test: { name: "faults", include: ["test/**/*.faults.test.ts"], ...faults } },
    ],
  },
});
