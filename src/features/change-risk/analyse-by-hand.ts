import { type RequestContext, requireScope } from "../../context.ts";
import { notFound } from "../../errors.ts";
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
  /** Throws as `requestAnalysis`, and 404 for an integration that does not exist or is not active. */
  request(ctx: RequestContext, request: ByHandRequest, id?: string): Promise<RequestedAnalysis>;
  /** Throws as `previewAnalysis`, and 404 likewise. */
  preview(ctx: RequestContext, request: ByHandRequest): Promise<ChangeAnalysis>;
}

export interface AnalyseByHandDeps {
  requestAnalysis: RequestAnalysis;
  previewAnalysis: PreviewAnalysis;
  /** Platform of an integration that exists and is active. */
  usablePlatform(tenantId: string, integrationId: string): Promise<Platform | undefined>;
}

/** The analysis that a service desk asks for, asked for by a person. */
export function createAnalyseByHand(deps: AnalyseByHandDeps): AnalyseByHand {
  const platformOf = async (ctx: RequestContext, { integrationId }: ByHandRequest) => {
    requireScope(ctx, "cmdb.write");
    if (integrationId === null) return null;
    const platform = await deps.usablePlatform(ctx.tenantId, integrationId);
    if (platform) return platform;
    throw notFound("active integration", "integration_id");
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
