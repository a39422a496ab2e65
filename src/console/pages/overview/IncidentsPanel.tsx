import { Group, Text } from "@mantine/core";
import type { components } from "../../api/v1";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { Time } from "../../components/Time";
import { Panel } from "./Panel";

type Incidents = NonNullable<components["schemas"]["Summary"]["incidents"]>;

/** The worst open incidents, each with its cause and what it hits. */
export function IncidentsPanel({ incidents: { open, worst } }: { incidents: Incidents }) {
  return (
    <Panel
      title={`Open incidents (${open.toLocaleString("en")})`}
      to="/incidents"
      all={open > worst.length ? `See all ${open.toLocaleString("en")}` : "See incidents"}
    >
      {worst.length === 0 && <Text size="sm">No open incident.</Text>}
      <ul className="overview-list">
        {worst.map(({ id, severity, root_cause, open_events, services, first_seen }) => (
          <li key={id}>
            <Group gap="xs" wrap="nowrap">
              <div className="overview-mark">
                <StatusMark state={severity} />
              </div>
              <ThingLink kind="incident" id={id} name={root_cause?.name ?? "No cause known"} />
            </Group>
            <Text
              size="sm"
              c="dimmed"
              className="clip"
              component="div"
              title={services
                .map(({ name }) => name)
                .join(", ")
                .slice(0, 400)}
            >
              {services.length > 0 ? (
                <>
                  hits <bdi>{services.map(({ name }) => name.slice(0, 80)).join(", ")}</bdi>
                </>
              ) : (
                "hits no service"
              )}
            </Text>
            <Text size="sm" c="dimmed" className="numeric" component="div">
              {open_events} open · <Time at={first_seen} />
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
