import { z } from "@hono/zod-openapi";
import { ANALYSIS_STATUSES, type ChangeRiskVerbs, RISK_LEVELS } from "../change-risk/index.ts";
import type { FindCi } from "./find-ci.ts";
import { ciArgument, defineTool, limitArgument, pageArgument, type Tool } from "./tool.ts";

export interface ChangeToolDeps {
  changes: Pick<ChangeRiskVerbs, "list" | "get">;
  findCi: FindCi;
}

type Analysis = Awaited<ReturnType<ChangeRiskVerbs["get"]>>;

const time = z.iso.datetime({ offset: true }).optional();
/** CIs that a row of a list names. */
const LISTED_CIS = 5;

/** Analyses of the risk of changes, as they were made. */
export function changeTools(deps: ChangeToolDeps): Tool[] {
  return [listAnalyses(deps), getAnalysis(deps)];
}

function listAnalyses({ changes, findCi }: ChangeToolDeps): Tool {
  return defineTool({
    name: "list_change_analyses",
    title: "Change analyses",
    description:
      "Analyses of planned changes, newest first: risk, summary, and what became of the change; of a CI, by status, level and time.",
    needs: ["cmdb.read"],
    input: z.object({
      ci: ciArgument.optional(),
      status: z.enum(ANALYSIS_STATUSES).optional(),
      level: z.enum(RISK_LEVELS).optional(),
      from: time,
      to: time,
      limit: limitArgument,
      page: pageArgument,
    }),
    async run(ctx, { ci, status, level, from, to, limit, page }) {
      const filter = { statuses: status && [status], levels: level && [level], from, to };
      const ciId = ci && (await findCi(ctx, ci)).id;
      const found = await changes.list(ctx, { ...filter, ciId, order: "desc", limit, page });
      const rows = found.items.map((analysis) => ({
        ...briefly(analysis),
        cis: analysis.cis.slice(0, LISTED_CIS).map(({ id, name }) => ({ id, name })),
        summary: analysis.assessment?.fields.ai_summary,
      }));
      return { rows, total: found.total, narrow: "Give a CI, status, level or time, or ask for the next `page`" };
    },
  });
}

function getAnalysis({ changes }: ChangeToolDeps): Tool {
  return defineTool({
    name: "get_change_analysis",
    title: "One change analysis",
    description:
      "One analysis of a change: every input of its risk with the evidence, conflicts, the recommended window, steps, and its outcome.",
    needs: ["cmdb.read"],
    input: z.object({ analysis_id: z.string().min(1).max(100) }),
    async run(ctx, { analysis_id }) {
      const analysis = await changes.get(ctx, analysis_id);
      const { assessment } = analysis;
      const row = {
        ...briefly(analysis),
        cis: analysis.cis.map(({ id, name, type }) => ({ id, name, type })),
        unknown_cis: analysis.unknownCis,
        fields: assessment?.fields,
        ...inputsOf(assessment),
        conflicts: assessment?.conflicts.map(({ kind, relation, ciId, name, from, to, analysisId }) => ({
          ...{ kind, relation, ci_id: ciId, name, from, to, analysis_id: analysisId },
        })),
        recommended_window: assessment?.recommendedWindow,
        missing: assessment?.missing,
        write_back: { status: analysis.writeBack.status, error: analysis.writeBack.error },
      };
      return { rows: [row], total: 1, narrow: "Name fewer `fields`, such as `inputs`" };
    },
  });
}

/** Each dimension with its score, and all inputs in one list: nested, they would lie too deep to be shown. */
function inputsOf(assessment: Analysis["assessment"]) {
  const dimensions = Object.entries(assessment?.dimensions ?? {});
  return {
    dimensions: dimensions.map(([name, { score, weight }]) => ({ name, score, weight })),
    inputs: dimensions.flatMap(([dimension, { inputs }]) => inputs.map((input) => ({ dimension, ...input }))),
  };
}

function briefly({ id, status, taskNodeId, category, plannedStart, plannedEnd, ...rest }: Analysis) {
  const { assessment, outcome } = rest;
  return {
    ...{ id, status, task_node_id: taskNodeId, category, planned_start: plannedStart, planned_end: plannedEnd },
    ...{ score: assessment?.score, level: assessment?.level, confidence: assessment?.confidence },
    outcome: outcome && { succeeded: outcome.succeeded, incidents: outcome.incidents },
    created_at: rest.createdAt,
  };
}
