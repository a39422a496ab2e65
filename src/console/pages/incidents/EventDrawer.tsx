import { Badge, Drawer, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { useActorNames } from "../../components/Actor";
import { PageError } from "../../components/PageError";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { ExactTime, Time } from "../../components/Time";
import { EventActions } from "./EventActions";
import { EventCorrelations } from "./EventCorrelations";
import { historyOf, useCiNames } from "./incident-data";
import { EventFacts, kindOf } from "./Timeline";
import "./incident.css";

type Event = components["schemas"]["Event"];

/** One event beside its list: its facts, what belongs together with it, its history, and what may be done. */
export function EventDrawer({ id, close }: { id: string | undefined; close: () => void }) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size="lg"
      title="Event"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {id && <EventById id={id} />}
    </Drawer>
  );
}

function EventById({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["event", "one", id],
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/events/{id}", { params: { path: { id } }, signal })),
  });
  if (error && !data) return <PageError error={error} reset={() => void refetch()} />;
  if (!data) return <Skeleton height={240} role="status" aria-label="The event is being read" />;
  return <EventView event={data} />;
}

function EventView({ event }: { event: Event }) {
  const names = useCiNames(event.affected_cis);
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>
          <bdi>{event.title.slice(0, 500)}</bdi>
        </Title>
        <Group gap="sm" mt={6}>
          <StatusMark state={event.severity} />
          <EventFacts event={event} />
        </Group>
      </div>
      <EventActions event={event} />
      {event.description && (
        <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
          <bdi>{event.description.slice(0, 4_000)}</bdi>
        </Text>
      )}
      <dl className="event-facts">
        <Fact label="CIs">
          {event.affected_cis.length === 0
            ? "None is known by what the event says"
            : event.affected_cis
                .slice(0, 20)
                .map((ci) => <ThingLink key={ci} kind={kindOf(names, ci)} id={ci} name={names.get(ci)?.name} />)}
        </Fact>
        <Fact label="Happened">
          <ExactTime at={event.occurred_at} /> (<Time at={event.occurred_at} />)
        </Fact>
        <Fact label="Last reported">
          <ExactTime at={event.last_seen} />
        </Fact>
        {event.resolved_at && (
          <Fact label="Resolved">
            <ExactTime at={event.resolved_at} />
          </Fact>
        )}
        <Host event={event} />
        {event.source_id && (
          <Fact label="Id at its source">
            <bdi>{event.source_id.slice(0, 300)}</bdi>
          </Fact>
        )}
        <Free label="Metrics" values={event.metrics} />
        <Free label="Context" values={event.context} />
      </dl>
      <Part title="Belongs together with">
        <EventCorrelations id={event.id} />
      </Part>
      <Part title="History">
        <History id={event.id} updatedAt={event.updated_at} />
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Host({ event: { fqdn, hostname, ip_address } }: { event: Event }) {
  const host = [fqdn ?? hostname, ip_address].filter(Boolean).join(", ");
  return host ? (
    <Fact label="Reported host">
      <bdi>{host.slice(0, 400)}</bdi>
    </Fact>
  ) : null;
}

/** Free keys of the monitoring system, as text only. */
function Free({ label, values }: { label: string; values: Record<string, unknown> }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <Fact label={label}>
      <Group gap={6}>
        {entries.slice(0, 30).map(([key, value]) => {
          const text = `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
          return (
            <Badge key={key} variant="default" tt="none" fw={400} maw="100%" title={text.slice(0, 1_000)}>
              <bdi>{text.slice(0, 200)}</bdi>
            </Badge>
          );
        })}
      </Group>
    </Fact>
  );
}

function History({ id, updatedAt }: { id: string; updatedAt: string }) {
  const nameOf = useActorNames();
  const { data, error, refetch } = useQuery(historyOf(id, updatedAt));
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!data) return <Skeleton height={40} />;
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nobody has done anything with it yet.
      </Text>
    );
  }
  return (
    <Stack gap="xs" component="ol" className="plain-list">
      {data.map(({ id: key, actor, at, from, to, comment }) => (
        <li key={key}>
          <Text size="sm">
            <bdi>{nameOf(actor)}</bdi> {from === to ? "noted" : `set it from ${from} to ${to}`} · <Time at={at} />
          </Text>
          {comment && (
            <Text size="sm" fs="italic" style={{ whiteSpace: "pre-wrap" }}>
              <bdi>{comment}</bdi>
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
