import type { CiStatus } from "../../../model/ci-types.ts";
import { by } from "../../../model/order.ts";
import type { OpenEvent } from "../../events/index.ts";
import type { HealthIssue, Severity } from "./health.model.ts";
import { moreSevere } from "./rate-health.ts";

export type OpenEventsOf = (tenantId: string, ciIds: readonly string[]) => Promise<OpenEvent[]>;

/** Severity of a CI whose status is `inactive`. */
const INACTIVE_SEVERITY: Severity = "high";
/** Severity of a CI in maintenance: suppressed, so that it only orders the contributors. */
const MAINTENANCE_SEVERITY: Severity = "low";

/** Health issue of each CI that has one: its most severe unresolved event, else its status. */
export function healthIssuesOf(
  cis: ReadonlyMap<string, { status: CiStatus }>,
  events: readonly OpenEvent[],
): Map<string, HealthIssue> {
  const issues = new Map<string, HealthIssue>();
  const byCi = Map.groupBy(events, ({ ciId }) => ciId);
  for (const [id, { status }] of cis) {
    const own = byCi.get(id) ?? [];
    const found = [...own.map((event) => issueOfEvent(event, status)), ...issueOfStatus(status)];
    const [first, ...others] = found.sort(by(({ event }) => event?.id ?? ""));
    if (first) issues.set(id, { ...others.reduce(moreSevere, first), openEvents: own.length });
  }
  return issues;
}

function issueOfEvent({ id, severity, status, suppressed }: OpenEvent, ciStatus: CiStatus): HealthIssue {
  const isExpected = suppressed || ciStatus === "maintenance";
  return { reason: "event", severity, event: { id, status }, openEvents: 1, suppressed: isExpected };
}

function issueOfStatus(status: CiStatus): HealthIssue[] {
  if (status === "active") return [];
  const suppressed = status === "maintenance";
  const severity = suppressed ? MAINTENANCE_SEVERITY : INACTIVE_SEVERITY;
  return [{ reason: "status", severity, event: null, openEvents: 0, suppressed }];
}
