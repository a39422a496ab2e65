import { type RequestContext, systemContext } from "../../../src/context.ts";
import type { AssessChange } from "../../../src/features/change-risk/assess/index.ts";
import type { Assessment, Change } from "../../../src/features/change-risk/change-analysis.model.ts";
import { type ChangeRiskDeps, createChangeRisk } from "../../../src/features/change-risk/index.ts";
import {
  CHANGE_FIELDS,
  type ChangeFieldValues,
  type TaskUpdate,
  type WriteOutcome,
} from "../../../src/features/integrations/index.ts";
import type { Model } from "../../../src/platform/ai/index.ts";
import { newId } from "../../../src/platform/ids.ts";
import type { JobRef } from "../../../src/platform/jobs/job-ref.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { testClock } from "../../support/clock.ts";
import { createCmdb } from "../../support/cmdb.ts";
import { contextOf } from "../../support/context.ts";
import { fakeJobs } from "../../support/fake-jobs.ts";
import { createFeatureApp } from "../../support/feature-app.ts";

/** Integrations of every tenant. */
export const INTEGRATION = newId();
export const OTHER_INTEGRATION = newId();
export const INACTIVE = newId();

export interface Written extends TaskUpdate {
  tenantId: string;
  integrationId: string;
  at: Date;
}

/** A service desk that answers as the tests want. */
function fakeDesk(now: () => Date) {
  const written: Written[] = [];
  return {
    written,
    answer: async (_update: Written): Promise<WriteOutcome> => ({ ok: true, responseStatus: 200 }),
    async write(tenantId: string, integrationId: string, update: TaskUpdate): Promise<WriteOutcome> {
      const entry = { ...update, tenantId, integrationId, at: now() };
      written.push(entry);
      return this.answer(entry);
    },
  };
}

/** An assessment of the given scores, with evidence for each. */
export function assessmentOf(change: Pick<Change, "taskNodeId">, score = 40): Assessment {
  const dimension = (weight: number) => ({
    score,
    weight,
    inputs: [
      {
        name: "test",
        value: score,
        weight: 1,
        evidence: [{ kind: "change" as const, id: change.taskNodeId, value: "x" }],
      },
    ],
  });
  const fields = Object.fromEntries(
    Object.entries(CHANGE_FIELDS).map(([name, type]) => [name, type === "number" ? score : "text"]),
  );
  return {
    score,
    level: score < 25 ? "low" : score < 50 ? "medium" : score < 75 ? "high" : "critical",
    confidence: 80,
    missing: ["ai_affected_users"],
    dimensions: {
      technical: dimension(0.3),
      business: dimension(0.35),
      dependency: dimension(0.25),
      historical: dimension(0.1),
    },
    conflicts: [
      {
        kind: "holiday",
        relation: "same",
        ciId: null,
        name: "Holiday (DE)",
        from: new Date("2026-12-25T00:00:00Z"),
        to: new Date("2026-12-26T00:00:00Z"),
        analysisId: null,
        taskNodeId: null,
      },
    ],
    recommendedWindow: {
      from: new Date("2026-12-27T22:00:00Z"),
      to: new Date("2026-12-27T23:00:00Z"),
      reason: "nothing else is going on",
    },
    fields: { ...(fields as unknown as ChangeFieldValues), ai_affected_users: null },
    source: "rules",
  };
}

export const noModel: Model = {
  isAvailable: false,
  name: null,
  ask: () => Promise.reject(new Error("these tests have no model")),
  chat: () => Promise.reject(new Error("these tests have no model")),
};

export const noRecord: ChangeRiskDeps["recordAiQuery"] = async (_ctx, _asked, work) => ({
  ...(await work("query-1")),
  queryId: "query-1",
});

export type ChangeWorld = Awaited<ReturnType<typeof createChangeWorld>>;

/** Change risk on the real stores, with an assessment and a service desk of the tests. Jobs run when the tests say so. */
export async function createChangeWorld(given: Partial<ChangeRiskDeps> = {}) {
  const clock = testClock();
  const cmdb = await createCmdb({ clock });
  const { graph, postgres } = cmdb;
  const jobs = fakeJobs();
  const desk = fakeDesk(clock.now);
  const world = {
    assess: (async (_ctx, change) => assessmentOf(change)) as AssessChange,
    storesWork: true,
  };
  const deps: ChangeRiskDeps = {
    graph,
    postgres,
    clock,
    jobs,
    storesTakeWrites: async () => world.storesWork,
    assess: (ctx, change, options) => world.assess(ctx, change, options),
    model: noModel,
    recordAiQuery: noRecord,
    integrations: {
      writer: desk,
      integrationOf: async (_tenantId, id) =>
        [INTEGRATION, OTHER_INTEGRATION, INACTIVE].includes(id)
          ? { platform: "generic", active: id !== INACTIVE }
          : undefined,
      authenticateInbound: () => Promise.reject(new Error("these tests send no messages of service desks")),
      confirmWebhook: () => Promise.reject(new Error("these tests send no messages of service desks")),
    },
    ...given,
  };
  const changeRisk = createChangeRisk(deps);
  const log = createLogger("silent");

  const run = async (name: string, payload: object, by = changeRisk, signal = new AbortController().signal) => {
    const job = by.jobs.find(({ ref }) => ref.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    await job.run(payload, { signal, log });
  };
  const owed = async (ref: JobRef | undefined, tenantId: string) => {
    const work = changeRisk.owedWork.filter((one) => !ref || one.ref.name === ref.name);
    const found = await Promise.all(work.map(async (one) => ({ name: one.ref.name, of: await one.find() })));
    return found.filter(({ of }) => of.some((payload) => (payload as { tenantId: string }).tenantId === tenantId));
  };

  return Object.assign(world, {
    ...cmdb,
    clock,
    jobs,
    desk,
    deps,
    changeRisk,
    app: createFeatureApp(changeRisk.routes, postgres),
    run,

    /** A further tenant. */
    async newTenant(): Promise<RequestContext> {
      const ctx = contextOf(newId());
      const text = "insert into tenants (id, name, name_key, created_at) values ($1, $1, $1, now())";
      await postgres.query(text, [ctx.tenantId]);
      return ctx;
    },

    /** Asks for an analysis, by default as a webhook does. */
    request(payload: Record<string, unknown>, ctx = cmdb.ctx, integrationId: string | null = INTEGRATION) {
      const asked = { trigger: "webhook" as const, platform: "generic" as const, integrationId, payload };
      return changeRisk.verbs.requestAnalysis(systemContext(ctx.tenantId, newId()), asked);
    },

    get: (id: string, ctx = cmdb.ctx) => changeRisk.verbs.get(ctx, id),
    analyse: (ctx = cmdb.ctx, by = changeRisk) => run("change-risk.analyse", { tenantId: ctx.tenantId }, by),
    writeBack: (ctx = cmdb.ctx, by = changeRisk) => run("change-risk.write-back", { tenantId: ctx.tenantId }, by),
    /** Names of the jobs that are owed to the tenant now. */
    owed: async (ctx = cmdb.ctx) => (await owed(undefined, ctx.tenantId)).map(({ name }) => name),
    written: (ctx = cmdb.ctx) => desk.written.filter(({ tenantId }) => tenantId === ctx.tenantId),
    /** As if its process had died more than 20 s ago. */
    async loseLeases(ctx = cmdb.ctx) {
      for (const table of ["change_analyses", "change_write_backs"]) {
        const text = `update ${table} set claimed_until = now() - interval '1 second'
          where tenant_id = $1 and claimed_until is not null`;
        await postgres.query(text, [ctx.tenantId]);
      }
    },
    close: cmdb.close,
  });
}
