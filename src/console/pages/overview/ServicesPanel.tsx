import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { Figure, Panel } from "./Panel";

type Services = NonNullable<components["schemas"]["Summary"]["services"]>;
const HEALTHS = ["critical", "degraded", "healthy", "unknown"] as const;
const MAX_SHOWN = 6;
/** As many as the service rates for its figures. */
const RATED = 100;

/** Services by health, and those that are not healthy by name. */
export function ServicesPanel({ services }: { services: Services }) {
  const { by_health, total, unrated } = services;
  const unhealthy = by_health.critical + by_health.degraded;
  const { data } = useQuery({
    queryKey: ["service", "unhealthy"],
    enabled: unhealthy > 0,
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/services", { params: { query: { limit: RATED, fields: ["id", "name", "health"] } }, signal })),
  });
  const worst = (data?.data ?? [])
    .filter(({ health }) => health?.status === "critical" || health?.status === "degraded")
    .sort((a, b) => (a.health?.score ?? 0) - (b.health?.score ?? 0));
  return (
    <Panel title="Services" to="/services" all={`See all ${total.toLocaleString("en")}`}>
      {total === 0 ? (
        <Text size="sm">No business service is described yet.</Text>
      ) : (
        <div className="overview-figures">
          {HEALTHS.map((health) => (
            <Figure key={health} value={by_health[health]} label={<StatusMark state={health} />} to="/services" />
          ))}
        </div>
      )}
      <ul className="overview-list overview-short">
        {worst.slice(0, MAX_SHOWN).map(({ id, name, health }) => (
          <li key={id}>
            <ThingLink kind="service" id={id} name={name} />
            <StatusMark state={health?.status ?? "unknown"} />
          </li>
        ))}
      </ul>
      {unrated > 0 && (
        <Text size="xs" c="dimmed">
          The newest {RATED} are rated; {unrated.toLocaleString("en")} are not counted above.
        </Text>
      )}
    </Panel>
  );
}
