import { Group, Stack, Text, Title } from "@mantine/core";
import { BellRing, GitCommitVertical, Target } from "lucide-react";
import type { ReactNode } from "react";
import { ThingLink } from "../../components/ThingLink";
import { ExactTime } from "../../components/Time";
import { FieldChanges } from "./FieldChanges";
import type { CiChange, EventRow, Incident } from "./incident-data";
import { count, didWhat, duration, percent } from "./words";

/** What is behind the incident, and each thing that speaks for it. */
export function CausePanel(props: {
  incident: Incident;
  events: readonly EventRow[];
  changes: readonly CiChange[];
  children?: ReactNode;
}) {
  const { incident, events, changes, children } = props;
  const { root_cause: cause, root_cause_reason: reason, candidates } = incident;
  if (!cause) {
    return (
      <section className="card" aria-labelledby="cause">
        <Stack gap={4} p="md">
          <Title order={2} id="cause">
            No cause found
          </Title>
          <Text>{reason ?? "The events have not been judged yet."}</Text>
        </Stack>
      </section>
    );
  }
  const best = candidates.find(({ ci_id }) => ci_id === cause.ci_id);
  return (
    <section className="card" aria-labelledby="cause">
      <Stack gap="xs" p="md" pb="xs">
        <Group gap="sm" align="baseline">
          <Title order={2} id="cause">
            Probable cause
          </Title>
          <Text c="dimmed" size="sm" className="numeric">
            {percent(cause.confidence)} certain
          </Text>
        </Group>
        <ThingLink kind="ci" id={cause.ci_id} name={cause.name} />
        <Text size="sm" c="dimmed">
          <bdi>{cause.explanation.slice(0, 2_000)}</bdi>
        </Text>
        <Evidence
          causeId={cause.ci_id}
          explained={best?.event_ids.length ?? 0}
          incident={incident}
          events={events}
          change={best?.change ?? undefined}
          changes={changes}
        />
      </Stack>
      {children}
    </section>
  );
}

function Evidence(props: {
  causeId: string;
  explained: number;
  incident: Incident;
  events: readonly EventRow[];
  change: { action: string; at: string } | undefined;
  changes: readonly CiChange[];
}) {
  const { causeId, explained, incident, events, change, changes } = props;
  const own = events.filter(({ affected_cis }) => affected_cis?.includes(causeId));
  const recorded = change && changes.find((one) => one["subject.id"] === causeId && one.at === change.at);
  return (
    <ul className="evidence" aria-label="Evidence">
      <li>
        <Target size={15} aria-hidden />
        <span>
          Its failure explains {explained} of {count(incident.event_count, "event")}.
        </span>
      </li>
      {own.slice(0, 3).map((event) => (
        <li key={event.id}>
          <BellRing size={15} aria-hidden />
          <span>
            It alarms itself: <bdi>{event.title.slice(0, 300)}</bdi> (<ExactTime at={event.occurred_at} />)
          </span>
        </li>
      ))}
      {change && (
        <li>
          <GitCommitVertical size={15} aria-hidden />
          <div>
            It {didWhat(change.action)} {duration(Date.parse(incident.first_seen) - Date.parse(change.at))} before the
            first alarm (<ExactTime at={change.at} />
            ).
            {recorded && <FieldChanges change={recorded} />}
          </div>
        </li>
      )}
    </ul>
  );
}
