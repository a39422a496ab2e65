import { ownerOf, type RequestContext, withScopes } from "../../../context.ts";
import { AppError, notFound } from "../../../errors.ts";
import type { StoredReport, Viewer } from "./stored-report.model.ts";

/** An administrator, who sees the reports of all, is who may manage the tenant's users. */
export function viewerOf({ tenantId, actor, scopes }: RequestContext): Viewer {
  return { tenantId, ownerId: scopes.has("admin.users") ? undefined : ownerOf(actor) };
}

/** Throws 404 for a report that the caller may not see, and 403 for one that another shares. */
export function requireOwn(ctx: RequestContext, report: StoredReport | undefined): StoredReport {
  if (!report) throw notFound("report");
  const { ownerId } = viewerOf(ctx);
  if (ownerId === undefined || report.ownerId === ownerId) return report;
  throw new AppError("PERMISSION_DENIED", "The report is another user's, who shares it for reading");
}

/** A caller with `reports.create` reads templates and data for its reports, as far as the scopes of the data go. */
export function asReader(ctx: RequestContext): RequestContext {
  return withScopes(ctx, "reports.read");
}
