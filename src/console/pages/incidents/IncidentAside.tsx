import { Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bodyOf, v1 } from "../../api/client";
import { useMay } from "../../app/session-context";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import type { Incident } from "./incident-data";
import { SplitIncidents } from "./SplitIncidents";
import { count, percent } from "./words";

/** Services hit, with their health now, and what else may be behind it. */
export function IncidentAside({ incident }: { incident: Incident }) {
  const others = incident.candidates.filter(({ ci_id }) => ci_id !== incident.root_cause?.ci_id);
  return (
    <Stack gap="md">
      <Part id="services" title={`Services hit (${incident.services.length})`}>
        {incident.services.length === 0 && (
          <Text size="sm" c="dimmed">
            No business service depends on the CIs of this incident.
          </Text>
        )}
        {incident.services.map(({ id, name }) => (
          <ServiceLine key={id} id={id} name={name} />
        ))}
      </Part>
      <Part id="others" title="Other possible causes">
        {others.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing else explains these events.
          </Text>
        )}
        {others.map(({ ci_id, name, confidence, event_ids, own_alert, change }) => (
          <div key={ci_id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <ThingLink kind="ci" id={ci_id} name={name} />
              <Text size="sm" className="numeric" miw="max-content">
                {percent(confidence)}
              </Text>
            </Group>
            <Text size="xs" c="dimmed">
              Explains {count(event_ids.length, "event")} · {own_alert ? "alarms itself" : "no alarm of its own"}
              {change && " · changed shortly before"}
            </Text>
          </div>
        ))}
      </Part>
      {(incident.split_from || incident.split_into.length > 0) && (
        <Part id="split" title="Split incidents">
          <SplitIncidents incident={incident} />
        </Part>
      )}
    </Stack>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card" aria-labelledby={id}>
      <Stack gap="xs" p="sm">
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </section>
  );
}

function ServiceLine({ id, name }: { id: string; name: string }) {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ["service", id],
    enabled: may("services.read"),
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/services/{id}", { params: { path: { id } }, signal })),
  });
  const health = data?.health?.status;
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <ThingLink kind="service" id={id} name={name} />
      {health && (
        <div>
          <StatusMark state={health} />
        </div>
      )}
    </Group>
  );
}
