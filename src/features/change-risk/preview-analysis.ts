import { type RequestContext, requireScope, systemContext } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Platform } from "../integrations/index.ts";
import type { AssessChange } from "./assess/index.ts";
import type { ChangeAnalysis } from "./change-analysis.model.ts";
import { findCis } from "./find-cis.ts";
import { readPayload } from "./read-payload.ts";

export interface PreviewRequest {
  platform: Platform | null;
  integrationId: string | null;
  payload: Readonly<Record<string, unknown>>;
}

/**
 * The analysis of a change, worked out at once; nothing is kept or written back. Throws 403 without `cmdb.write` and
 * `cmdb.read`, 400 with every fault of the payload.
 */
export type PreviewAnalysis = (ctx: RequestContext, request: PreviewRequest) => Promise<ChangeAnalysis>;

export function createPreviewAnalysis(deps: {
  graph: Graph;
  clock: Clock;
  assessChange: AssessChange;
}): PreviewAnalysis {
  const { graph, clock, assessChange } = deps;
  return async (ctx, { platform, integrationId, payload }) => {
    requireScope(ctx, "cmdb.write");
    requireScope(ctx, "cmdb.read");
    const createdAt = clock.now();
    const { ciIds, ciNames, contentHash: _, notes, ...plan } = readPayload(payload);
    const { cis, unknown } = await findCis(graph, ctx.tenantId, { ids: ciIds, names: ciNames });
    const change = { ...plan, notes, ciIds: cis.map(({ id }) => id), unknownCis: unknown };
    // With the rights of the job: every caller gets the same analysis of the same change.
    const { scopes } = systemContext(ctx.tenantId, ctx.requestId);
    const assessment = await assessChange({ ...ctx, scopes }, change, {
      analysisId: null,
      taskIntegrationId: integrationId,
    });
    return {
      ...plan,
      id: null,
      status: "completed",
      trigger: "manual",
      platform,
      integrationId,
      cis,
      unknownCis: unknown,
      assessment,
      error: null,
      writeBack: { status: "none", error: null, attempts: [] },
      outcome: null,
      createdAt,
      completedAt: clock.now(),
    };
  };
}
