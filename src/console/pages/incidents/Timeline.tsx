import { Anchor, Badge, Text } from "@mantine/core";
import { BellRing, GitCommitVertical, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useActorNames } from "../../components/Actor";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { EventActions } from "./EventActions";
import { FieldChanges } from "./FieldChanges";
import type { EventRow } from "./incident-data";
import type { Entry } from "./timeline-entries";
import { didWhat } from "./words";

type Names = ReadonlyMap<string, { name: string; type: string }>;

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" });

/** Alarms with what may be done about each, changes of CIs with what they changed, and people's actions, in one line of time. */
export function Timeline(props: { entries: readonly Entry[]; names: Names; openEvent: (id: string) => void }) {
  const { entries, names, openEvent } = props;
  const nameOf = useActorNames();
  let shownDay = "";
  return (
    <ol className="timeline">
      {entries.map((entry) => {
        const today = entry.at ? day.format(new Date(entry.at)) : "";
        const isNewDay = today !== shownDay;
        shownDay = today;
        return (
          <li key={entry.key}>
            <When at={entry.at} day={isNewDay ? today : undefined} />
            {entry.kind === "alarm" && <Alarm event={entry.event} names={names} open={openEvent} />}
            {entry.kind === "change" && (
              <Row icon={<GitCommitVertical size={16} aria-label="Change" />}>
                <div className="timeline-line">
                  <ThingLink kind="ci" id={entry.change["subject.id"]} name={entry.change.name} />
                  <Text size="sm">
                    {didWhat(entry.change.action)} by <bdi>{nameOf(entry.change.actor)}</bdi>
                  </Text>
                </div>
                {entry.change.action === "ci.updated" && <FieldChanges change={entry.change} />}
              </Row>
            )}
            {entry.kind === "person" && (
              <Row icon={<UserRound size={16} aria-label="Action" />}>
                <Text size="sm">
                  <bdi>{nameOf(entry.done.actor)}</bdi>{" "}
                  {entry.done.from === entry.done.to ? "noted on" : `set to ${entry.done.to}:`}{" "}
                  <bdi>{entry.event.title.slice(0, 200)}</bdi>
                </Text>
                {entry.done.comment && (
                  <Text size="sm" fs="italic">
                    <bdi>{entry.done.comment}</bdi>
                  </Text>
                )}
              </Row>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function When({ at, day: shown }: { at: string; day?: string }) {
  if (!at) return <span />;
  const date = new Date(at);
  return (
    <time dateTime={at} className="numeric" title={exact.format(date)}>
      <Text size="sm" span>
        {clock.format(date)}
      </Text>
      {shown && (
        <Text size="xs" c="dimmed">
          {shown}
        </Text>
      )}
    </time>
  );
}

function Row({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="timeline-mark">{icon}</span>
      <div>{children}</div>
    </>
  );
}

function Alarm({ event, names, open }: { event: EventRow; names: Names; open: (id: string) => void }) {
  return (
    <Row icon={<BellRing size={16} aria-label="Alarm" />}>
      <div className="timeline-line">
        <StatusMark state={event.severity} />
        <Anchor
          component="button"
          type="button"
          ta="start"
          size="md"
          className="timeline-title"
          onClick={() => open(event.id)}
          title={event.title.slice(0, 400)}
        >
          <bdi>{event.title.slice(0, 200)}</bdi>
        </Anchor>
        <EventActions event={event} />
      </div>
      <div className="timeline-line">
        <EventFacts event={event} />
        {(event.affected_cis ?? []).slice(0, 4).map((id) => (
          <ThingLink key={id} kind={kindOf(names, id)} id={id} name={names.get(id)?.name} />
        ))}
      </div>
    </Row>
  );
}

/** A business service has a page of its own. */
export const kindOf = (names: Names, id: string) =>
  names.get(id)?.type === "business_service" ? ("service" as const) : ("ci" as const);

export function EventFacts({
  event,
}: {
  event: Pick<EventRow, "status" | "source" | "occurrences" | "flapping" | "suppressed">;
}) {
  return (
    <>
      <StatusMark state={event.status} />
      <Text size="xs" c="dimmed">
        <bdi>{event.source.slice(0, 60)}</bdi>
        {event.occurrences > 1 && ` · reported ${event.occurrences} times`}
      </Text>
      {event.flapping && (
        <Badge size="sm" variant="default" tt="none">
          flapping
        </Badge>
      )}
      {event.suppressed && (
        <Badge size="sm" variant="default" tt="none">
          in maintenance
        </Badge>
      )}
    </>
  );
}
