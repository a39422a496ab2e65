import { AppError, invalid } from "../../../errors.ts";
import type { EntityName, QueryVerbs } from "../../query/index.ts";
import type { ReportTemplate } from "../report.model.ts";

/** Refuses groupings that are no fields of the entity, named like `parameters.grouping.0`. */
export function groupingCheck(query: QueryVerbs, entity: EntityName): NonNullable<ReportTemplate["check"]> {
  return async (ctx, { grouping }) => {
    if (!grouping) return;
    try {
      await query.checkQuery(ctx, { entity, group_by: [...grouping] });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "VALIDATION_ERROR") throw error;
      throw invalid(
        error.violations.map(({ field, reason }) => ({
          field: field.replace(/^group_by/, "parameters.grouping"),
          reason,
        })),
      );
    }
  };
}
