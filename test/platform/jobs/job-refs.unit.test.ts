import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { loadConfig } from "../../../src/config.ts";
import type { JobRef } from "../../../src/platform/jobs/job-ref.ts";
import { RETIRED_JOBS } from "../../../src/platform/jobs/retired-jobs.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { filesBelow, textOf } from "../../support/cypher-files.ts";

const FILES = filesBelow("src/features", ".ts").filter((file) => file.endsWith("/job-refs.ts"));

/** Every ref that a feature declares, by the name of its constant. */
async function declaredRefs(): Promise<Map<string, JobRef>> {
  const found = new Map<string, JobRef>();
  for (const file of FILES) {
    const members = Object.entries((await import(path.resolve(file))) as Record<string, JobRef | JobRef[]>);
    for (const [name, value] of members) if (!Array.isArray(value)) found.set(name, value);
  }
  return found;
}

/** Every feature put together, with the sources outside that some need. Nothing is connected. */
const composed = () =>
  createApp(
    loadConfig({ ORRERY_SECRET: "a secret that is long enough for this", NVD_BASE_URL: "http://127.0.0.1:1" }),
    {
      log: createLogger("silent"),
      stores: {
        neo4j: { uri: "bolt://127.0.0.1:1", username: "neo4j", password: "none", database: "neo4j" },
        postgresUrl: "postgres://nobody@127.0.0.1:1/none",
      },
    },
  );

describe("job refs", () => {
  let refs: Map<string, JobRef>;
  beforeAll(async () => {
    refs = await declaredRefs();
  });

  it("are declared in the job-refs.ts of their feature alone", () => {
    const declaring = filesBelow("src", ".ts").filter((file) => /\bjobRef\(/.test(textOf(file)));
    expect(declaring.filter((file) => !FILES.includes(file))).toEqual([]);
    const declarations = FILES.flatMap((file) => [...textOf(file).matchAll(/= jobRef\(/g)]);
    expect(refs.size).toBe(declarations.length);
    expect(refs.size).toBeGreaterThan(10);
  });

  it("have one name each, and keep those under which older versions queued jobs", () => {
    expect([...refs.values()].map(({ name }) => name).sort()).toEqual(NAMES);
  });

  it("do not take the names of retired jobs", () => {
    expect([...refs.values()].filter(({ name }) => RETIRED_JOBS.has(name))).toEqual([]);
  });

  it("have exactly one handler each in the composed app", async () => {
    const app = composed();
    try {
      app.jobs.check();
      for (const ref of refs.values()) {
        expect(() => app.jobs.define([{ ref, cron: undefined, run: async () => undefined }]), ref.name).toThrow(
          `two handlers are defined for jobs called ${ref.name}`,
        );
      }
      app.jobs.expect([...refs.values()]);
      expect(() => app.jobs.check()).not.toThrow();
    } finally {
      await app.close();
    }
  });
});

const NAMES = [
  "change-risk.analyse",
  "change-risk.write-back",
  "cpe-dictionary.refresh",
  "demo.settle",
  "discovery.mark-absent",
  "discovery.process-scan",
  "discovery.resolve-peers",
  "enrichment.schedules",
  "enrichment.turn",
  "events.bind",
  "exposure.decisions",
  "exposure.match",
  "exposure.refresh",
  "exposure.renames",
  "housekeeping",
  "incidents.follow",
  "insights.make",
  "proposals.apply-verdict",
  "questions.read-vocabulary",
  "reports.deliver",
  "reports.generate",
  "reports.schedule",
  "software.look-up",
  "software.map-processes",
  "software.reapply-mappings",
  "software.step",
  "webhooks.standing",
];
