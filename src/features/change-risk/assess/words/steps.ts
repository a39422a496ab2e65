import { redactedText, withoutAddresses } from "../../../../platform/ai/index.ts";
import type { Facts, OpenIncident } from "../assess.model.ts";
import { hasFailed } from "../dimensions/historical.ts";
import { isEmergency } from "../dimensions/kind-of-change.ts";
import { counted, listed, RELATED, shownName } from "../shown.ts";
import { redundancySteps, workingSpares } from "./redundancy-steps.ts";
import { momentOf, type Report } from "./report.ts";

/** Names in one step, and steps of one kind. */
const MOST_NAMES = 5;
const MOST_OF_KIND = 3;
const DATABASE = /database|postgres|mysql|mariadb|oracle|sql server|mongodb|db2|redis|elasticsearch|cassandra/i;

/** Each step of a text follows from a record; the most important steps come first. */
export function stepsBefore(report: Report): string[] {
  const { facts, conflicts, window, keepsPlan, estimates } = report;
  const { change, changed, past } = facts;
  const unrelated = changed.filter(({ isRelated }) => !isRelated).map(({ name }) => name);
  const failed = past.filter((each) => each.likeness === "same" && hasFailed(each));
  const databases = databasesOf(report);
  const steps = [
    change.unknownCis.length > 0 &&
      `Clarify which CIs are meant: ${listed(change.unknownCis.map(shownName), MOST_NAMES)}.`,
    change.plannedEnd !== null &&
      change.plannedEnd <= facts.now &&
      `Check the planned dates: the window ended on ${momentOf(change.plannedEnd)}.`,
    ...conflictSteps(report),
    !keepsPlan &&
      window &&
      conflicts.length > 0 &&
      `Move the change to ${momentOf(window.from)}, or have it confirmed that it may be made in spite of the conflicts.`,
    ...alarmSteps(report),
    ...redundancySteps(report),
    databases.length > 0 && `Back up ${listed(databases, MOST_NAMES)} and check that the backup can be restored.`,
    failed.length > 0 &&
      `Read why ${counted(failed.length, "earlier change")} of these CIs failed or caused incidents, the latest on ${failed[0]!.at.toISOString().slice(0, 10)}, before repeating the same steps.`,
    announcement(report),
    unrelated.length > 0 &&
      `Ask the owners what depends on ${listed(unrelated, MOST_NAMES)}: no relationship is recorded, so effects are unknown.`,
    estimates.adjusted !== null &&
      `Prepare and test a rollback that fits into the ${estimates.adjusted} minutes set aside.`,
    estimates.adjusted === null && "Prepare and test a rollback.",
    isEmergency(change.category) && "As an emergency change, have a second person check each command before it runs.",
  ];
  return steps.filter((step) => typeof step === "string");
}

function conflictSteps({ conflicts, facts }: Report): string[] {
  const others = conflicts.filter(({ kind }) => kind === "change");
  const tasks = [...new Map(others.map((each) => [each.taskNodeId, each])).values()];
  const steps = tasks.slice(0, MOST_OF_KIND).map((each) => {
    const name = each.ciId === null ? "" : ` (${facts.nameOf(each.ciId)})`;
    const task = shownName(each.taskNodeId ?? "");
    return `Agree with the people of task ${task}, which changes ${RELATED[each.relation]}${name} from ${momentOf(each.from)}.`;
  });
  const maintained = conflicts.filter(({ kind }) => kind === "maintenance");
  if (maintained.length > 0) {
    steps.push(`Check whether the maintenance window from ${momentOf(maintained[0]!.from)} is meant for this change.`);
  }
  return steps;
}

function alarmSteps({ facts }: Report): string[] {
  const changed = new Set(facts.changed.map(({ id }) => id));
  const incidents = (facts.incidents ?? []).filter(({ ciId }) => changed.has(ciId));
  const each = [...new Map(incidents.map((one) => [one.id, one])).values()];
  const steps = each.slice(0, MOST_OF_KIND).map(({ ciId, ...incident }) => {
    return `Close ${incidentName(incident)} on ${facts.nameOf(ciId)} first, or confirm that this change resolves it.`;
  });
  const events = (facts.events ?? []).filter(({ ciId }) => changed.has(ciId));
  if (events.length > 0 && each.length === 0) {
    const names = [...new Set(events.map(({ ciId }) => facts.nameOf(ciId)))];
    const count = new Set(events.map(({ id }) => id)).size;
    steps.push(`Look into ${counted(count, "open event")} on ${listed(names, MOST_NAMES)} first.`);
  }
  steps.push(...troubleAbove(facts, changed, new Set(each.map(({ id }) => id))));
  return steps;
}

/** Grave incidents on CIs that fail with the change: people who work on them would get more trouble. */
function troubleAbove(
  { incidents, nameOf }: Facts,
  changed: ReadonlySet<string>,
  named: ReadonlySet<string>,
): string[] {
  const above = (incidents ?? []).filter(({ id, ciId, severity }) => {
    return !changed.has(ciId) && !named.has(id) && (severity === "critical" || severity === "high");
  });
  // On the CI that the evidence names too: the first.
  return [...new Map(above.toReversed().map((one) => [one.id, one])).values()]
    .toReversed()
    .slice(0, MOST_OF_KIND)
    .map(({ ciId, ...incident }) => {
      return `Before the start, agree with the people who work on ${incidentName(incident)}, open on ${nameOf(ciId)}, which this change affects.`;
    });
}

/**
 * An incident by its id and the title of its latest event, which whoever reports events chose: without secrets and
 * addresses, since service desks store the steps and show them to others, where an address becomes a link.
 */
function incidentName({ id, title, severity }: Pick<OpenIncident, "id" | "title" | "severity">): string {
  const safe = withoutAddresses(redactedText(title));
  return `incident ${id} "${shownName(safe).replaceAll('"', "'")}" (${severity})`;
}

function namesOf(things: readonly { name: string }[]): string {
  return listed(
    things.map(({ name }) => name),
    MOST_NAMES,
  );
}

function announcement({ facts, estimates }: Report): string | false {
  const failing = facts.services.filter(({ redundancy }) => redundancy !== "covered");
  if (failing.length === 0) return false;
  const users = estimates.users === null ? "" : ` (${counted(estimates.users, "user")})`;
  const time =
    estimates.downtime === null ? "an interruption" : `an interruption of up to ${estimates.downtime} minutes`;
  return `Tell the owners of ${listed(
    failing.map(({ name }) => name),
    MOST_NAMES,
  )}${users} to expect ${time}.`;
}

function databasesOf({ facts }: Report): string[] {
  return facts.changed
    .filter(({ type, programs }) => DATABASE.test(type) || programs.some(([, name]) => DATABASE.test(name)))
    .map(({ name }) => name);
}

export function stepsDuring(report: Report): string[] {
  const { facts, window, keepsPlan, estimates } = report;
  const { services, affected, changed } = facts;
  const spares = workingSpares(facts);
  const direct = affected.filter(({ distance }) => distance === 1).map(({ name }) => name);
  const half = window && new Date((window.from.getTime() + window.to.getTime()) / 2);
  const steps = [
    changed.length > 0 &&
      `Open a maintenance window on ${namesOf(changed)}, so that expected alarms are told apart from side effects.`,
    services.length > 0 && `Watch the health of ${namesOf(services)}.`,
    direct.length > 0 && `Watch for new events on what needs the changed CIs directly: ${listed(direct, MOST_NAMES)}.`,
    spares.length > 0 &&
      `Change one member of a redundancy group at a time, and go on only while its stand-in works: ${listed([...new Set(spares.map(({ spare }) => spare))], MOST_NAMES)}.`,
    half && keepsPlan && `Roll back if the change does not work by ${momentOf(half)}.`,
    // The change may be made at another time than is recommended.
    !keepsPlan && `Roll back if the change does not work ${Math.floor(estimates.window / 2)} minutes after its start.`,
    "Note each step with its time, so that later events can be traced to it.",
  ];
  return steps.filter((step) => typeof step === "string");
}

export function stepsAfter({ facts }: Report): string[] {
  const { services, affected, incidents, changed } = facts;
  const own = new Set(changed.map(({ id }) => id));
  const ofOwn = (incidents ?? []).filter(({ ciId }) => own.has(ciId));
  const open = [...new Map(ofOwn.map((each) => [each.id, incidentName(each)])).values()];
  const names = services.map(({ name }) => name);
  const grouped = [...services, ...affected].filter(({ redundancy }) => redundancy !== "none");
  const direct = affected.filter(({ distance }) => distance === 1).map(({ name }) => name);
  const steps = [
    changed.length > 0 &&
      `Check that ${namesOf(changed)} ${changed.length === 1 ? "works and raises" : "work and raise"} no new events.`,
    names.length > 0 && `Check the health of ${listed(names, MOST_NAMES)} with a test that a user would make.`,
    names.length === 0 &&
      direct.length > 0 &&
      `Check that ${listed(direct, MOST_NAMES)} ${direct.length === 1 ? "works" : "work"}.`,
    grouped.length > 0 && `Check that the redundancy of ${namesOf(grouped)} is complete again.`,
    open.length > 0 && `Check whether ${listed(open, MOST_OF_KIND)} can be closed.`,
    changed.length > 0 && "Close the maintenance window, so that alarms count again.",
    "Watch the changed CIs and their dependents for a day.",
    "Record whether the change succeeded and how many incidents followed: later estimates rest on it.",
  ];
  return steps.filter((step) => typeof step === "string");
}
