import { actorName, type RequestContext, requireScope } from "../../../context.ts";
import { conflict, invalidField, notFound } from "../../../errors.ts";
import { isObject } from "../../../model/json.ts";
import { isEqualJson } from "../../../model/merge-patch.ts";
import { type Clock, isoNow } from "../../../platform/clock.ts";
import type { Graph } from "../../../platform/graph/graph.ts";
import type { Outbox } from "../../../platform/jobs/outbox.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { ciWrites, type StoredCi, writeChanges } from "../../ci/index.ts";
import { type CpeMatch, formatCpeName, parseCpeName } from "../engine/index.ts";
import { linkOf } from "./cpe-link.ts";
import { pipelineGraph } from "./pipeline.graph.store.ts";
import { isHumanAttribute, withPipelineValues } from "./pipeline-values.ts";
import { pipelineWorkStore } from "./pipeline-work.store.ts";

/** The CPE name of a software instance, with what else was considered and why. */
export interface InstanceCpe extends Omit<CpeMatch, "method"> {
  ciId: string;
  method: CpeMatch["method"] | "manual";
  /** `pending` until the pipeline has looked for a name. */
  status: "pending" | "done" | "not_needed";
  /** When the candidates were found; null if there was no search yet. */
  searchedAt: Date | null;
}

/** Each throws 404 for an unknown CI, and 409 for one that is no software instance. */
export interface InstanceCpeVerbs {
  get(ctx: RequestContext, ciId: string): Promise<InstanceCpe>;
  /**
   * Sets the name as a person's, which later runs keep; null: it has none. Throws 400 for a malformed name. Links the
   * instance to it, and publishes the change of the CI, which history and audit log record.
   */
  set(ctx: RequestContext, ciId: string, name: string | null): Promise<InstanceCpe>;
  requireKnown(ctx: RequestContext, ciId: string): Promise<void>;
}

export interface InstanceCpeDeps {
  graph: Graph;
  postgres: Postgres;
  outbox: Outbox;
  clock: Clock;
}

export function createInstanceCpe(deps: InstanceCpeDeps): InstanceCpeVerbs {
  const describe = async (ci: StoredCi, tenantId: string) =>
    describeCpe(ci, await pipelineWorkStore.matchOf(deps.postgres, tenantId, ci.id));
  const find = async ({ tenantId }: RequestContext, ciId: string) => {
    const [subject] = await pipelineGraph.subjects(deps.graph.read, tenantId, [ciId]);
    return requireInstance(subject?.ci);
  };
  return {
    async get(ctx, ciId) {
      requireScope(ctx, "software.read");
      return describe(await find(ctx, ciId), ctx.tenantId);
    },

    async set(ctx, ciId, name) {
      requireScope(ctx, "software.write");
      const after = await deps.outbox.write(ctx.tenantId, async (tx, publish) => {
        const [locked] = await ciWrites.lock(tx, ctx.tenantId, [ciId]);
        const before = requireInstance(locked?.ci);
        const cpe = manualCpe(name);
        const at = isoNow(deps.clock);
        const changed = withManualCpe(ctx, before, cpe, at);
        if (!locked || changed === before) return before;
        await pipelineGraph.unlinkCpes(tx, ctx.tenantId, [ciId]);
        await pipelineGraph.linkCpes(tx, ctx.tenantId, linkOf(ciId, cpe, at));
        writeChanges(tx, ctx, [{ locked, after: changed }], publish);
        return changed;
      });
      return describe(after, ctx.tenantId);
    },

    async requireKnown(ctx, ciId) {
      await find(ctx, ciId);
    },
  };
}

function requireInstance(ci: StoredCi | undefined): StoredCi {
  if (!ci) throw notFound("CI");
  if (ci.type !== "software_instance") throw conflict("The CI is no software instance: others have no CPE name");
  return ci;
}

type ManualCpe = Pick<InstanceCpe, "name" | "match" | "score"> & { method: "manual" };

function manualCpe(name: string | null): ManualCpe {
  if (name === null) return { name, match: "none", score: 0, method: "manual" };
  const parsed = parseCpeName(name);
  if (!parsed) throw invalidField("name", "is not a CPE name, such as cpe:2.3:a:vendor:product:1.0:*:*:*:*:*:*:*");
  const hasVersion = parsed.version !== "*" && parsed.version !== "-";
  return { name: formatCpeName(parsed), match: hasVersion ? "exact" : "product", score: 1, method: "manual" };
}

/** The CI with a name that is a person's; the same object if nothing changes. */
function withManualCpe(ctx: RequestContext, ci: StoredCi, cpe: ManualCpe, at: string): StoredCi {
  if (isHumanAttribute(ci, "cpe") && isEqualJson(ci.attributes.cpe, cpe)) return ci;
  const { attributes, provenance } = withPipelineValues(ci, { enrichment_status: "done" }, at);
  return {
    ...ci,
    attributes: { ...attributes, cpe },
    provenance: { ...provenance, "attributes.cpe": ["human", at] },
    version: ci.version + 1,
    updatedAt: at,
    updatedBy: actorName(ctx.actor),
  };
}

const STATUSES = ["pending", "done", "not_needed"] as const;

function describeCpe(ci: StoredCi, found: Awaited<ReturnType<typeof pipelineWorkStore.matchOf>>): InstanceCpe {
  const { cpe, enrichment_status } = ci.attributes;
  const shared = {
    ciId: ci.id,
    candidates: found?.candidates ?? [],
    status: STATUSES.find((status) => status === enrichment_status) ?? "pending",
    searchedAt: found?.at ?? null,
  };
  if (!isHumanAttribute(ci, "cpe")) {
    const { name, match, score, method, reasons } = found ?? NOT_SEARCHED;
    return { ...shared, name, match, score, method, reasons };
  }
  // A person may have written the attribute, or removed it, by the CI itself.
  const name = isObject(cpe) && typeof cpe.name === "string" ? cpe.name : null;
  const parsed = name === null ? undefined : parseCpeName(name);
  const match = name === null ? "none" : parsed && parsed.version !== "*" ? "exact" : "product";
  const reasons = [name === null ? "a person says that it has no CPE name" : "a person chose the name"];
  return { ...shared, name, match, score: name === null ? 0 : 1, method: "manual", reasons };
}

const NOT_SEARCHED = {
  name: null,
  match: "none",
  score: 0,
  method: null,
  reasons: ["not searched yet"],
} satisfies Partial<CpeMatch>;
