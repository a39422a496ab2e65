import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
import type { Account, Model } from "../../platform/ai/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { CiVerbs } from "../ci/index.ts";
import { inventoryFacts } from "../inventory/index.ts";
import type { SoftwareIdentifier } from "../software/index.ts";
import type { TopologyVerbs } from "../topology/index.ts";
import { type HostFacts, type InsightInput, insightInput } from "./facts.ts";
import { INSIGHT_PURPOSE, INSIGHT_SYSTEM, insightAnswer, parseAnswer } from "./insight-question.ts";
import type { CiInsights } from "./insights.model.ts";
import { insightsStore } from "./insights.store.ts";
import { type WriteAttributesDeps, writeConnectionAttributes } from "./write-connection-attributes.ts";

export interface MakeInsightDeps extends WriteAttributesDeps {
  postgres: Postgres;
  clock: Clock;
  model: Model;
  getCi: CiVerbs["getCi"];
  processConnections: TopologyVerbs["processConnections"];
  classify: SoftwareIdentifier["classify"];
  /** Deadline of one answer in milliseconds; default two minutes. */
  answerTimeoutMs?: number | undefined;
}

/** The model's answer fits the schema but is unusable. */
export class UnusableAnswer extends Error {
  override readonly name = "UnusableAnswer";
}

export interface MakeOptions {
  /** Ask even where a record of the same facts exists. */
  force?: boolean | undefined;
  /** What the tokens are counted for. */
  account?: Account | undefined;
}

/** Asks the model once per set of facts: the same facts give the existing record. */
export interface MakeInsight {
  /** Collects the facts about a CI for the model. Throws 404. */
  collectInput(ctx: RequestContext, ciId: string): Promise<InsightInput & { type: string }>;
  /** The record of these facts; asks the model if it is missing or `force`. Rejects with ModelFault or UnusableAnswer. */
  findOrMake(ctx: RequestContext, ciId: string, input: InsightInput, options?: MakeOptions): Promise<CiInsights>;
}

const ANSWER_TIMEOUT_MS = 120_000;

export function createMakeInsight(deps: MakeInsightDeps): MakeInsight {
  const { postgres } = deps;
  return {
    async collectInput(ctx, ciId) {
      requireScope(ctx, "cmdb.read");
      const ci = await deps.getCi(ctx, ciId);
      return { ...insightInput(await collectFacts(deps, ctx, ci)), type: ci.type };
    },

    async findOrMake(ctx, ciId, input, { force = false, account = {} } = {}) {
      requireScope(ctx, "cmdb.read");
      const existing = await insightsStore.find(postgres, ctx.tenantId, ciId);
      if (force || existing?.inputHash !== input.hash) await askModel(deps, ctx, ciId, input, account);
      // Also for an existing record: a process may have died between record and relationships.
      await writeConnectionAttributes(deps, ctx, ciId);
      const stored = await insightsStore.find(postgres, ctx.tenantId, ciId);
      if (!stored) throw notFound("CI");
      return { ...stored, connections: await insightsStore.connections(postgres, ctx.tenantId, ciId) };
    },
  };
}

async function askModel(
  deps: MakeInsightDeps,
  ctx: RequestContext,
  ciId: string,
  input: InsightInput,
  account: Account,
): Promise<void> {
  const { value, model } = await deps.model.ask(
    {
      purpose: INSIGHT_PURPOSE,
      tenantId: ctx.tenantId,
      account,
      system: INSIGHT_SYSTEM,
      input: input.data,
      schema: insightAnswer,
      maxTokens: 1_000 + 100 * input.groups.length,
      deadlineMs: deps.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    },
    ctx.signal,
  );
  const parsed = parseAnswer(value, input.groups);
  if (!parsed) throw new UnusableAnswer("the model named no role");
  const { connections, ...insight } = parsed;
  const origin = { model, generatedAt: deps.clock.now() };
  await deps.postgres.transaction((tx) =>
    insightsStore.replace(
      tx,
      ctx.tenantId,
      { ciId, ...insight, ...origin, source: "model", summary: null, recommendations: [], inputHash: input.hash },
      connections.map((connection) => ({ ...connection, ...origin })),
    ),
  );
}

type FoundCi = Awaited<ReturnType<CiVerbs["getCi"]>>;

async function collectFacts(deps: MakeInsightDeps, ctx: RequestContext, ci: FoundCi): Promise<HostFacts> {
  const { programs, listeners, processes } = await inventoryFacts(deps.postgres, ctx.tenantId, ci.id);
  const classified = await deps.classify(
    ctx.tenantId,
    programs.map(({ name, vendor }) => ({ name, vendor: vendor ?? undefined })),
  );
  const groups = await deps.processConnections(ctx, ci.id);
  const { os, manufacturer, model, cpu_cores, memory_gb } = ci.attributes;
  const { device_type } = ci.customFields;
  return {
    name: ci.name,
    type: ci.type,
    attributes: { os, manufacturer, model, cpu_cores, memory_gb, device_type },
    software: classified.map(({ software, family }) => ({ name: software.name, family: family ?? "Family not known" })),
    listeners,
    processes,
    groups: groups
      .filter(({ targetCIId }) => targetCIId !== ci.id)
      .map(({ processName, targetIP, targetServer, targetCIId, ports }) => ({
        processName,
        targetIp: targetIP,
        targetName: targetServer,
        targetCiId: targetCIId,
        ports,
      })),
  };
}
