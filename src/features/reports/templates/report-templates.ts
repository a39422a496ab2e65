import type { MapVerbs } from "../../maps/index.ts";
import type { QueryVerbs } from "../../query/index.ts";
import type { ReportTemplate, ReportTemplates } from "../report.model.ts";
import { changeRisk } from "./change-risk.ts";
import { ciInventory } from "./ci-inventory.ts";
import { dataQuality } from "./data-quality.ts";
import { discoveryCoverage, type LastSeenOf } from "./discovery-coverage.ts";
import { eventSummary } from "./event-summary.ts";
import { questionTemplate } from "./question.ts";
import { relationshipMap } from "./relationship-map.ts";
import { SAVED_QUERY_PREFIX, type SavedQueryReads, savedQueryTemplate } from "./saved-query.ts";
import { type ComponentsOf, serviceHealth } from "./service-health.ts";
import { softwareInventory } from "./software-inventory.ts";
import { type VulnerabilityCounts, vulnerabilityExposure } from "./vulnerability-exposure.ts";

export interface TemplateDeps {
  query: QueryVerbs;
  maps: MapVerbs;
  lastSeenOf: LastSeenOf;
  componentsOf: ComponentsOf;
  savedQueries: SavedQueryReads;
  /** Default: no vulnerability data. */
  vulnerabilities?: VulnerabilityCounts | undefined;
}

/** The built-in templates and the saved queries of a caller. */
export function createReportTemplates(deps: TemplateDeps): ReportTemplates {
  const { query, savedQueries } = deps;
  const builtIn: readonly ReportTemplate[] = [
    ciInventory(query),
    softwareInventory(query),
    vulnerabilityExposure(query, deps.vulnerabilities),
    discoveryCoverage(deps),
    dataQuality(deps),
    eventSummary(query),
    serviceHealth(deps),
    changeRisk(query),
    relationshipMap(deps),
  ];
  return {
    async list(ctx) {
      const saved = await savedQueries.list(ctx);
      return [...builtIn, ...saved.map((one) => savedQueryTemplate(query, one))];
    },
    async find(ctx, id) {
      if (!id.startsWith(SAVED_QUERY_PREFIX)) return builtIn.find((template) => template.id === id);
      const saved = await savedQueries.find(ctx, id.slice(SAVED_QUERY_PREFIX.length));
      return saved && savedQueryTemplate(query, saved);
    },
    ofQuestion: (parameters) => questionTemplate(query, parameters),
  };
}
