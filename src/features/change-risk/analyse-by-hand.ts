import { type RequestContext, requireScope } from "../../context.ts";
import { conflict, notFound } from "../../errors.ts";
import type { Platform } from "../integrations/index.ts";
import type { ChangeAnalysis } from "./change-analysis.model.ts";
import type { PreviewAnalysis } from "./preview-analysis.ts";
import type { RequestAnalysis } from "./request-analysis.ts";
import type { RequestedAnalysis } from "./requests.store.ts";

export interface ByHandRequest {
  /** Null: nothing is written back. */
  integrationId: string | null;
  payload: Readonly<Record<string, unknown>>;
}

export interface AnalyseByHand {
  /** Throws as `requestAnalysis`, 404 for an unknown integration, and 409 for one that is not active. */
  request(ctx: RequestContext, request: ByHandRequest, id?: string): Promise<RequestedAnalysis>;
  /** Throws as `previewAnalysis`, 404 and 409 likewise. */
  preview(ctx: RequestContext, request: ByHandRequest): Promise<ChangeAnalysis>;
}

export interface AnalyseByHandDeps {
  requestAnalysis: RequestAnalysis;
  previewAnalysis: PreviewAnalysis;
  /** Undefined where the tenant has no such integration. */
  integrationOf(tenantId: string, integrationId: string): Promise<{ platform: Platform; active: boolean } | undefined>;
}

/** The analysis that a service desk asks for, asked for by a person. */
export function createAnalyseByHand(deps: AnalyseByHandDeps): AnalyseByHand {
  const platformOf = async (ctx: RequestContext, { integrationId }: ByHandRequest) => {
    requireScope(ctx, "cmdb.write");
    if (integrationId === null) return null;
    const integration = await deps.integrationOf(ctx.tenantId, integrationId);
    if (!integration) throw notFound("integration", "integration_id");
    if (!integration.active) throw conflict("The integration is not active");
    return integration.platform;
  };
  return {
    async request(ctx, request, id) {
      const platform = await platformOf(ctx, request);
      return deps.requestAnalysis(ctx, { ...request, trigger: "manual", platform }, id);
    },
    preview: async (ctx, request) =>
      deps.previewAnalysis(ctx, { ...request, platform: await platformOf(ctx, request) }),
  };
}
