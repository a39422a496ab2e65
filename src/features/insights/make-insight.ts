import { type RequestContext, requireScope } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Model } from "../../platform/ai/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { CiVerbs } from "../ci/index.ts";
import { inventoryFacts } from "../inventory/index.ts";
import type { SoftwareIdentifier } from "../software/index.ts";
import type { TopologyVerbs } from "../topology/index.ts";
import { type HostFacts, type InsightInput, insightInput } from "./facts.ts";
import { INSIGHT_PURPOSE, INSIGHT_SYSTEM, insightAnswer, readInsight } from "./insight-question.ts";
import type { CiInsights } from "./insights.model.ts";
import { insightsStore } from "./insights.store.ts";
import { type MarkDeps, markConnections } from "./mark-connections.ts";

export interface MakeInsightDeps extends MarkDeps {
  postgres: Postgres;
  clock: Clock;
  model: Model;
  getCi: CiVerbs["getCi"];
  processConnections: TopologyVerbs["processConnections"];
  classify: SoftwareIdentifier["classify"];
  /** Milliseconds that one answer is waited for; default two minutes. */
  patienceMs?: number | undefined;
}

/** The model's answer was of the schema and yet of no use. */
export class NoInsight extends Error {
  override readonly name = "NoInsight";
}

/** Facts are asked about once: the same facts give the record that stands. */
export interface MakeInsight {
  /** What there is to ask about a CI. Throws 404. */
  input(ctx: RequestContext, ciId: string): Promise<InsightInput & { type: string }>;
  /** The record of these facts, asked for unless it stands. Rejects with ModelFault or NoInsight. */
  record(ctx: RequestContext, ciId: string, input: InsightInput, force?: boolean): Promise<CiInsights>;
}

const PATIENCE_MS = 120_000;

export function createMakeInsight(deps: MakeInsightDeps): MakeInsight {
  const { postgres } = deps;
  return {
    async input(ctx, ciId) {
      requireScope(ctx, "cmdb.read");
      const ci = await deps.getCi(ctx, ciId);
      return { ...insightInput(await factsOf(deps, ctx, ci)), type: ci.type };
    },

    async record(ctx, ciId, input, force = false) {
      requireScope(ctx, "cmdb.read");
      const standing = await insightsStore.find(postgres, ctx.tenantId, ciId);
      if (force || standing?.inputHash !== input.hash) await ask(deps, ctx, ciId, input);
      // Also where it stood: the process may have died before.
      await markConnections(deps, ctx, ciId);
      const kept = await insightsStore.find(postgres, ctx.tenantId, ciId);
      if (!kept) throw new AppError("RESOURCE_NOT_FOUND", "CI not found");
      return { ...kept, connections: await insightsStore.connections(postgres, ctx.tenantId, ciId) };
    },
  };
}

async function ask(deps: MakeInsightDeps, ctx: RequestContext, ciId: string, input: InsightInput): Promise<void> {
  const { value, model } = await deps.model.ask(
    {
      purpose: INSIGHT_PURPOSE,
      tenantId: ctx.tenantId,
      system: INSIGHT_SYSTEM,
      input: input.data,
      schema: insightAnswer,
      maxTokens: 1_000 + 100 * input.groups.length,
      deadlineMs: deps.patienceMs ?? PATIENCE_MS,
    },
    ctx.signal,
  );
  const read = readInsight(value, input.groups);
  if (!read) throw new NoInsight("the model named no role");
  const { connections, ...said } = read;
  const told = { model, generatedAt: deps.clock.now() };
  await deps.postgres.transaction((tx) =>
    insightsStore.put(
      tx,
      ctx.tenantId,
      { ciId, ...said, ...told, inputHash: input.hash },
      connections.map((one) => ({ ...one, ...told })),
    ),
  );
}

type FoundCi = Awaited<ReturnType<CiVerbs["getCi"]>>;

async function factsOf(deps: MakeInsightDeps, ctx: RequestContext, ci: FoundCi): Promise<HostFacts> {
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
    traits: { os, manufacturer, model, cpu_cores, memory_gb, device_type },
    software: classified.map(({ software, family }) => ({ name: software.name, family })),
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
