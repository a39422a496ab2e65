import { Badge } from "@mantine/core";
import type { ShownHealth } from "../../model/palette";

const STATES: Record<string, ShownHealth> = {
  critical: "critical",
  high: "critical",
  failed: "critical",
  affected: "critical",
  exploited: "critical",
  error: "critical",
  degraded: "degraded",
  medium: "degraded",
  warning: "degraded",
  parked: "degraded",
  possible: "degraded",
  pending: "maintenance",
  waiting: "maintenance",
  queued: "maintenance",
  running: "maintenance",
  generating: "maintenance",
  processing: "maintenance",
  acknowledged: "maintenance",
  low: "maintenance",
  none: "inactive",
  accepted: "inactive",
  mitigated: "inactive",
  false_positive: "inactive",
  info: "inactive",
  maintenance: "maintenance",
  unknown: "unknown",
  inactive: "inactive",
  cancelled: "inactive",
  expired: "inactive",
  closed: "inactive",
  active: "healthy",
  fixed: "healthy",
  healthy: "healthy",
  operational: "healthy",
  completed: "healthy",
  delivered: "healthy",
  resolved: "healthy",
  succeeded: "healthy",
};

/** A state by a dot of its colour and its word: never by colour alone. */
export function StatusMark({ state }: { state: string }) {
  const colour = `var(--orrery-${STATES[state.toLowerCase()] ?? "unknown"})`;
  return (
    <Badge
      variant="transparent"
      tt="none"
      fw={500}
      px={0}
      leftSection={<span className="dot" style={{ ["--dot-colour" as string]: colour }} />}
      styles={{ label: { color: "var(--orrery-ink)" }, root: { maxWidth: "100%" } }}
    >
      {state.replaceAll("_", " ")}
    </Badge>
  );
}
