import { Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import { PageError } from "../../components/PageError";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { Time } from "../../components/Time";
import type { Service } from "./service-data";

/** CIs whose events are asked for at once. */
const MOST_CIS = 50;
const MOST = 100;

/** Open incidents that touch the service, and open events of its components and of what takes from its health. */
export function EventsTab({ service }: { service: Service }) {
  const incidents = useQuery({
    queryKey: ["incident", "of-service", service.id],
    queryFn: () => bodyOf(v1.GET("/v1/incidents", { params: { query: { status: ["open"], limit: MOST } } })),
  });
  const cis = cisOf(service);
  const events = useQuery({
    queryKey: ["event", "of-service", service.id, cis],
    queryFn: () =>
      bodyOf(
        v1.GET("/v1/events", { params: { query: { ci_id: cis, status: ["open", "acknowledged"], limit: MOST } } }),
      ),
  });
  if (incidents.error) return <PageError error={incidents.error} reset={() => void incidents.refetch()} />;
  if (events.error) return <PageError error={events.error} reset={() => void events.refetch()} />;
  if (!incidents.data || !events.data) return <Skeleton height={160} role="status" aria-label="Events: loading" />;
  const own = incidents.data.data.filter(({ services }) => services?.some(({ id }) => id === service.id));
  return (
    <>
      <Rows
        title="Open incidents"
        none="No open incident touches the service."
        rows={own.map(({ id, severity, root_cause, event_count, last_seen }) => ({
          kind: "incident" as const,
          id,
          state: severity,
          name: root_cause ? `Cause: ${root_cause.name}` : "Cause not known",
          note: `${event_count ?? 0} events`,
          at: last_seen,
        }))}
      />
      <Rows
        title="Open events"
        none="Nothing that the service is made of has an open event."
        rows={events.data.data.map(({ id, severity, title, status, occurred_at }) => ({
          kind: "event" as const,
          id,
          state: severity,
          name: title,
          note: status ?? "",
          at: occurred_at,
        }))}
      />
    </>
  );
}

function cisOf({ id, components, health }: Service): string[] {
  const ids = [id, ...health.contributors.map(({ ci_id }) => ci_id), ...components.map(({ ci_id }) => ci_id)];
  return [...new Set(ids)].slice(0, MOST_CIS);
}

interface Row {
  kind: "incident" | "event";
  id: string;
  state?: string;
  name?: string;
  note: string;
  at?: string | null;
}

function Rows({ title, none, rows }: { title: string; none: string; rows: readonly Row[] }) {
  return (
    <section>
      <Title order={2} mb={6}>
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed" mb="lg">
          {none}
        </Text>
      ) : (
        <div className="card" style={{ marginBottom: 16 }}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col" style={{ width: "7rem" }}>
                  Severity
                </th>
                <th scope="col">What</th>
                <th scope="col" data-optional>
                  State
                </th>
                <th scope="col">Last</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ kind, id, state, name, note, at }) => (
                <tr key={id}>
                  <td>
                    <StatusMark state={state ?? "unknown"} />
                  </td>
                  <td>
                    <ThingLink kind={kind} id={id} name={name} />
                  </td>
                  <td data-optional>{note}</td>
                  <td>
                    <Time at={at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
