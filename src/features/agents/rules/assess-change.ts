import type { Findings, RuleContext } from "../agent.model.ts";
import { directAnswer } from "./direct-answer.ts";
import { unlessForbidden } from "./unless-forbidden.ts";
import { counted, listed } from "./words.ts";

const DAY_MS = 86_400_000;
const LOOK_BACK_DAYS = 90;
/** Points by what hangs on the CI; 25, 50 and 75 are the bounds of the levels. */
const POINTS = { service: 12, critical: 25, lostRedundancy: 15, dependant: 1, openEvent: 8, incident: 5 } as const;
const LEVELS = [
  [75, "critical"],
  [50, "high"],
  [25, "medium"],
  [0, "low"],
] as const;

/** What a change of the named CIs would touch: services, dependants, redundancy, open events, and what happened before. */
export async function assessChange(given: RuleContext): Promise<Findings> {
  const { named, use, question } = given;
  if (named.length === 0) {
    const direct = await directAnswer(given);
    if (direct) return direct;
    return {
      summary: "Name the CI that is to be changed; no name in the question is the name of a CI",
      details: [],
      confidence: 0.2,
    };
  }
  const [ci] = named as [(typeof named)[number]];
  const from = new Date(question.now.getTime() - LOOK_BACK_DAYS * DAY_MS).toISOString();
  const [impact, open, past, changes, analyses] = await Promise.all([
    use("impact_of", { ci: ci.id, limit: 100 }),
    unlessForbidden(use("list_events", { ci: ci.id, status: "open", limit: 20 })),
    unlessForbidden(use("list_events", { ci: ci.id, from, limit: 1 })),
    use("history_of", { ci: ci.id, from, limit: 10 }),
    use("list_change_analyses", { ci: ci.id, status: "completed", limit: 3 }),
  ]);
  const services = impact.rows.filter(({ type }) => type === "business_service");
  const critical = services.filter(({ criticality }) => criticality === "critical");
  const lost = impact.rows.filter(({ redundancy }) => redundancy === "lost");
  const inputs = [
    { input: "business services that need it", value: services.length, points: services.length * POINTS.service },
    { input: "of them critical", value: critical.length, points: critical.length * POINTS.critical },
    {
      input: "CIs that lose their last redundant peer",
      value: lost.length,
      points: lost.length * POINTS.lostRedundancy,
    },
    { input: "CIs that depend on it", value: impact.total, points: Math.min(20, impact.total * POINTS.dependant) },
    { input: "open events of it", value: open?.total ?? null, points: (open?.total ?? 0) * POINTS.openEvent },
    {
      input: `events of it in ${LOOK_BACK_DAYS} days`,
      value: past?.total ?? null,
      points: Math.min(20, (past?.total ?? 0) * POINTS.incident),
    },
  ];
  const score = Math.min(
    100,
    inputs.reduce((sum, { points }) => sum + points, 0),
  );
  const level = LEVELS.find(([least]) => score >= least)?.[1] ?? "low";
  const hit =
    services.length > 0 ? `; it carries ${listed(services.map(({ name }) => name))}` : "; no business service needs it";
  const others = named.length > 1 ? ` Only ${ci.name} was assessed; ask for each CI by itself.` : "";
  const [latest] = analyses.rows;
  const analysed = latest
    ? ` Its latest analysed change, ${latest.task_node_id}, was rated ${latest.level} (${latest.score} of 100).`
    : "";
  return {
    summary: `The risk of changing ${ci.name} is ${level} (${score} of 100): ${counted(impact.total, "CI")} ${impact.total === 1 ? "depends" : "depend"} on it${hit}; ${counted(changes.total, "recorded change")} in ${LOOK_BACK_DAYS} days.${analysed}${others}`,
    details: [...inputs, ...analyses.rows, ...impact.rows.slice(0, 20)],
    confidence: open === undefined ? 0.5 : 0.75,
  };
}
