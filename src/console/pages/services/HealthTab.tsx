import { Text, Title } from "@mantine/core";
import { Bar } from "../../components/Bar";
import { EmptyState } from "../../components/EmptyState";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import type { Contributor, Service } from "./service-data";

/** Why the service is as healthy as it is: what takes from its score, worst first. */
export function HealthTab({ service: { health } }: { service: Service }) {
  if (health.status === "unknown") {
    return (
      <div className="card">
        <EmptyState title="The health is not known">
          The service has no components that say how it is. Add the CIs that it is made of.
        </EmptyState>
      </div>
    );
  }
  if (health.contributors.length === 0) {
    return (
      <div className="card">
        <EmptyState title="Nothing is wrong">
          No component, and nothing that a component needs, has an open event or is out of service.
        </EmptyState>
      </div>
    );
  }
  return (
    <section aria-labelledby="why">
      <Title order={2} id="why" mb={4}>
        Why {health.score} of 100
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        What takes from the score, from open events and the status of what the service needs. The share is milder where
        a healthy peer stands in.
      </Text>
      <div className="card">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">CI</th>
              <th scope="col">What</th>
              <th scope="col" data-optional>
                Steps away
              </th>
              <th scope="col" data-optional>
                Redundancy
              </th>
              <th scope="col">Takes</th>
            </tr>
          </thead>
          <tbody>
            {health.contributors.map((contributor) => (
              <ContributorRow key={`${contributor.ci_id} ${contributor.event_id}`} contributor={contributor} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ContributorRow({ contributor }: { contributor: Contributor }) {
  const { ci_id, name, type, reason, severity, event_id, event_status, open_events, ci_status } = contributor;
  const { distance, redundancy, suppressed, effect } = contributor;
  return (
    <tr>
      <td>
        <ThingLink kind="ci" id={ci_id} name={name} />
        <Text size="xs" c="dimmed">
          {type.replaceAll("_", " ")}
        </Text>
      </td>
      <td>
        <StatusMark state={reason === "event" ? severity : ci_status} />
        <Text size="xs" c="dimmed" component="div">
          {reason === "event" && event_id ? (
            <ThingLink
              kind="event"
              id={event_id}
              name={`${open_events === 1 ? "1 event" : `${open_events} events`}, ${event_status ?? "open"}`}
            />
          ) : (
            `It is ${ci_status}`
          )}
          {suppressed && " (suppressed by maintenance)"}
        </Text>
      </td>
      <td data-optional className="numeric">
        {distance}
      </td>
      <td data-optional>{redundancy === "covered" ? "A healthy peer stands in" : "None"}</td>
      <td style={{ width: "7rem" }}>
        <span className="numeric">{effect}</span>
        <Bar value={effect} colour={`var(--orrery-${effect >= 50 ? "critical" : "degraded"})`} />
      </td>
    </tr>
  );
}
