import type { ChangeFieldValues } from "../../../integrations/index.ts";
import { counted, listed } from "../shown.ts";
import type { Report, Texts } from "./report.ts";

/** Names in one field. */
const MOST_NAMES = 20;

/** The fields that are written to the task. Null: it cannot be known. */
export function fieldsOf(report: Report, texts: Texts): ChangeFieldValues {
  const { facts, dimensions, estimates, window } = report;
  const knowsImpact = facts.changed.some(({ isRelated }) => isRelated) || facts.services.length > 0;
  return {
    ai_risk_level: report.level,
    ai_risk_score: report.score,
    ai_technical_risk: dimensions.technical.score,
    ai_business_risk: dimensions.business.score,
    ai_dependency_risk: dimensions.dependency.score,
    ai_historical_risk: dimensions.historical.score,
    ai_affected_systems: knowsImpact ? countAndNames(facts.affected) : null,
    ai_critical_impacts: knowsImpact ? criticalImpacts(report) : null,
    ai_affected_users: estimates.users,
    ai_affected_services: knowsImpact ? countAndNames(facts.services) : null,
    ai_planned_duration: estimates.planned,
    ai_risk_adjusted_time: estimates.adjusted,
    ai_service_downtime: estimates.downtime,
    ai_recommended_window: window && `${isoOf(window.from)}/${isoOf(window.to)}`,
    ai_pre_change_rec: texts.before,
    ai_during_change_rec: texts.during,
    ai_post_change_rec: texts.after,
    ai_summary: texts.summary,
    ai_insights: texts.insights,
    ai_confidence: report.confidence,
  };
}

/** Without fractions of a second where there are none. */
function isoOf(at: Date): string {
  return at.toISOString().replace(".000Z", "Z");
}

function countAndNames(things: readonly { name: string }[]): string {
  if (things.length === 0) return "0";
  const names = things.slice(0, MOST_NAMES).map(({ name }) => name);
  return `${things.length}: ${names.join(", ")}${things.length > MOST_NAMES ? ", …" : ""}`;
}

function criticalImpacts({ facts, estimates }: Report): string {
  const grave = facts.services.filter((each) => {
    return each.redundancy !== "covered" && (each.criticality === "critical" || each.criticality === "high");
  });
  const lost = [...facts.services, ...facts.affected].filter(({ redundancy }) => redundancy === "lost");
  const down = estimates.downtime === null ? "" : ` for up to ${estimates.downtime} minutes`;
  const lines = [
    ...grave.slice(0, MOST_NAMES).map(({ name, criticality, users }) => {
      const people = users === null ? "" : `, ${counted(users, "user")}`;
      return `${name} (${criticality}${people}) is down${down}.`;
    }),
    lost.length > 0 &&
      `Redundancy is lost for ${listed(
        lost.map(({ name }) => name),
        MOST_NAMES,
      )}.`,
  ];
  return lines.filter((line) => typeof line === "string").join("\n") || "No critical impact is known.";
}
