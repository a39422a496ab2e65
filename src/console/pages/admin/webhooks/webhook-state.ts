interface State {
  active?: boolean;
  disabled_reason?: "gone" | "failing" | null;
  failing_since?: string | null;
}

/** A word for the state of a webhook, as StatusMark colours it. */
export function stateOf({ active, disabled_reason: reason, failing_since: since }: State): string {
  if (!active) return reason ? "failed" : "inactive";
  return since ? "degraded" : "active";
}
