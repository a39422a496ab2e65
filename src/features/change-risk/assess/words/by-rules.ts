import { DIMENSION_WEIGHTS, type DimensionName } from "../../change-analysis.model.ts";
import { hasFailed } from "../dimensions/historical.ts";
import { counted, listed } from "../shown.ts";
import { cut, momentOf, numbered, type Report, type Texts } from "./report.ts";
import { stepsAfter, stepsBefore, stepsDuring } from "./steps.ts";

const MOST_NAMES = 5;
const MOST_REASONS = 3;
/** Below it a low risk is no all-clear, and the summary says so. */
const LOW_CONFIDENCE = 50;

/** The texts by rules; the same for the same report. */
export function textsByRules(report: Report): Texts {
  return {
    summary: summaryOf(report),
    insights: insightsOf(report),
    before: numbered(stepsBefore(report)),
    during: numbered(stepsDuring(report)),
    after: numbered(stepsAfter(report)),
  };
}

function summaryOf({ facts, level, score, confidence, conflicts, window, keepsPlan, estimates }: Report): string {
  const { changed, affected, services } = facts;
  const names =
    changed.length === 0
      ? "CIs that are not known"
      : listed(
          changed.map(({ name }) => name),
          MOST_NAMES,
        );
  const failing = services.filter(({ redundancy }) => redundancy !== "covered");
  const effect =
    changed.length > 0 && changed.every(({ isRelated }) => !isRelated)
      ? `What depends on ${changed.length === 1 ? "it" : "them"} is not recorded.`
      : `${counted(affected.length, "CI")} and ${counted(services.length, "service")} are affected` +
        `${
          services.length > 0
            ? ` (${listed(
                services.map(({ name }) => name),
                MOST_NAMES,
              )})`
            : ""
        }` +
        `${services.length > failing.length ? `, ${services.length - failing.length} of the services covered by redundancy` : ""}.`;
  const downtime = estimates.downtime === null ? "" : ` Expected downtime: ${estimates.downtime} minutes.`;
  const time =
    window === null
      ? "No window without conflicts was found within four weeks."
      : keepsPlan
        ? window.reason
        : `${conflicts.length > 0 ? `The planned window has ${counted(conflicts.length, "conflict")}; recommended` : "Recommended"} from ${momentOf(window.from)} to ${momentOf(window.to)}.`;
  return cut(
    `Changing ${names} is a ${level} risk: ${score} of 100, with a ${confidence < LOW_CONFIDENCE ? "low " : ""}confidence of ${confidence}. ${effect}${downtime} ${time}`,
  );
}

/** The inputs that make the risk, strongest first, then other things that the records show. */
function insightsOf(report: Report): string {
  const { facts, gaps, window } = report;
  const same = facts.past.filter(({ likeness }) => likeness === "same");
  const like = facts.past.filter(({ likeness }) => likeness !== "same");
  const failures = (changes: typeof facts.past) => changes.filter(hasFailed).length;
  const edited = facts.activity[0];
  const lines = [
    ...reasonsOf(report),
    same.length > 0 &&
      `${failures(same)} of ${counted(same.length, "earlier change")} of these CIs failed or caused incidents.`,
    like.length > 0 &&
      `${failures(like)} of ${counted(like.length, "earlier change")} of similar CIs failed or caused incidents.`,
    edited &&
      `${facts.nameOf(edited.ciId)} was edited ${edited.edits} times within 30 days, last on ${edited.lastAt.toISOString().slice(0, 10)}.`,
    window?.reason,
    gaps.length > 0 &&
      `Not known: ${listed(
        gaps.map(({ what }) => what),
        MOST_NAMES,
      )}.`,
  ];
  const text = lines.filter((line) => typeof line === "string").join("\n");
  return cut(text || "Nothing in the records speaks against the change.");
}

const REASONS: Readonly<Record<string, string>> = {
  open_events: "open events on the CIs and what depends on them",
  open_incidents: "open incidents on the CIs and what depends on them",
  recent_events: "how often the CIs had events of late",
  category: "the category of the change",
  kind_of_work: "the kind of work",
  changed_cis: "the number of CIs that are changed at once",
  conflicts: "conflicts in time",
  most_critical_service: "the criticality of the most critical affected service",
  affected_services: "the affected services together",
  users_of_services: "the users of the affected services",
  services_on_lost_redundancy: "services whose redundancy is lost",
  dependents: "the CIs that depend on the changed ones",
  direct_dependents: "the CIs that depend on them directly",
  lost_redundancy: "redundancy that the change takes away",
  chance_of_failure: "how often changes of these CIs and of similar ones fail",
  failures_of_these_cis: "failed earlier changes of these CIs",
  failures_of_like_cis: "failed earlier changes of similar CIs",
  incidents_after_changes: "incidents after earlier changes of these CIs",
};

function reasonsOf({ dimensions }: Report): string[] {
  const names = Object.keys(DIMENSION_WEIGHTS) as DimensionName[];
  return names
    .flatMap((dimension) => dimensions[dimension].inputs.map((input) => ({ ...input, dimension })))
    .map((input) => ({ ...input, points: input.value * input.weight * DIMENSION_WEIGHTS[input.dimension] }))
    .filter(({ points }) => points >= 1)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST_REASONS)
    .map(({ name, dimension, value, evidence: [first] }) => {
      return `${dimension[0]!.toUpperCase()}${dimension.slice(1)} risk: ${REASONS[name] ?? name}, ${value} of 100${first ? ` (${first.value})` : ""}.`;
    });
}
