import type { z } from "@hono/zod-openapi";
import type { Backtest } from "./backtest/backtest.ts";
import type { analysisSchema, backtestSchema } from "./change-analyses.wire.ts";
import type { Assessment, ChangeAnalysis, Conflict } from "./change-analysis.model.ts";

type AnalysisView = z.output<typeof analysisSchema>;

export function presentAnalysis(analysis: ChangeAnalysis): AnalysisView {
  const { writeBack, outcome } = analysis;
  return {
    id: analysis.id,
    status: analysis.status,
    trigger: analysis.trigger,
    platform: analysis.platform,
    integration_id: analysis.integrationId,
    task_node_id: analysis.taskNodeId,
    priority: analysis.priority,
    category: analysis.category,
    planned_start: timeOf(analysis.plannedStart),
    planned_end: timeOf(analysis.plannedEnd),
    cis: analysis.cis.map(({ id, name, type }) => ({ id, name, type })),
    unknown_cis: analysis.unknownCis,
    ...presentAssessment(analysis.assessment),
    error: analysis.error,
    write_back: {
      status: writeBack.status,
      error: writeBack.error,
      attempts: writeBack.attempts.map(({ at, responseStatus, error }) => ({
        at: at.toISOString(),
        response_status: responseStatus,
        error,
      })),
    },
    outcome: outcome && {
      succeeded: outcome.succeeded,
      incidents: outcome.incidents,
      at: outcome.at.toISOString(),
      by: outcome.by,
    },
    created_at: analysis.createdAt.toISOString(),
    completed_at: timeOf(analysis.completedAt),
  };
}

function presentAssessment(found: Assessment | null) {
  const window = found?.recommendedWindow;
  return {
    score: found?.score ?? null,
    level: found?.level ?? null,
    confidence: found?.confidence ?? null,
    missing: found?.missing ?? [],
    dimensions: found?.dimensions ?? null,
    conflicts: (found?.conflicts ?? []).map(presentConflict),
    recommended_window: window
      ? { from: window.from.toISOString(), to: window.to.toISOString(), reason: window.reason }
      : null,
    fields: found?.fields ?? null,
    source: found?.source ?? null,
  };
}

function presentConflict({ kind, relation, ciId, name, from, to, analysisId, taskNodeId }: Conflict) {
  return {
    kind,
    relation,
    ci_id: ciId,
    name,
    from: from.toISOString(),
    to: to.toISOString(),
    analysis_id: analysisId,
    task_node_id: taskNodeId,
  };
}

export function presentBacktest({
  analyses,
  failed,
  auc,
  byLevel,
  suggested,
}: Backtest): z.output<typeof backtestSchema> {
  return {
    analyses,
    failed,
    auc,
    by_level: byLevel,
    suggested_weights: suggested && {
      weights: suggested.weights,
      auc: suggested.auc,
      current_auc: suggested.currentAuc,
      analyses: suggested.analyses,
    },
  };
}

function timeOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
