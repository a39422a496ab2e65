import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import { PageError } from "../../components/PageError";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";
import { useIncidentEvents } from "./incident-data";
import { percent } from "./words";

const MAX_SHOWN = 20;

/** Other events, each with how strongly and why, and the cause that explains this one best. */
export function EventCorrelations({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["event", "correlations", id],
    // Worked out anew at each request: not with every event that comes.
    staleTime: 60_000,
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/events/{id}/correlations", { params: { path: { id } }, signal })),
  });
  const shown = data?.correlated_events.slice(0, MAX_SHOWN) ?? [];
  const events = new Map(useIncidentEvents(shown.map((one) => one.id)).data?.map((one) => [one.id, one]));
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!data) return <Skeleton height={80} role="status" aria-label="What belongs together is being found" />;
  const cause = data.suggested_root_cause;
  return (
    <Stack gap="xs">
      {cause ? (
        <div>
          <Group gap={6} wrap="nowrap">
            <Text size="sm" miw="max-content">
              Probable cause:
            </Text>
            <ThingLink kind="ci" id={cause.ci_id} name={cause.name} />
            <Text size="sm" c="dimmed" miw="max-content">
              {percent(cause.confidence)}
            </Text>
          </Group>
          <Text size="xs" c="dimmed">
            <bdi>{cause.explanation.slice(0, 1_000)}</bdi>
          </Text>
        </div>
      ) : (
        <Text size="sm">{data.root_cause_reason}</Text>
      )}
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          No other event.
        </Text>
      )}
      {shown.map(({ id: other, correlation_score, correlation_type, reason }) => {
        const event = events.get(other);
        return (
          <div key={other}>
            <Group gap="xs" wrap="nowrap">
              {event && (
                <div>
                  <StatusMark state={event.severity} />
                </div>
              )}
              <ThingLink kind="event" id={other} name={event?.title} />
              <Text size="sm" c="dimmed" miw="max-content" className="numeric">
                {percent(correlation_score)} · {correlation_type}
              </Text>
            </Group>
            <Text size="xs" c="dimmed">
              <bdi>{reason.slice(0, 400)}</bdi>
            </Text>
          </div>
        );
      })}
      {data.correlated_events.length > MAX_SHOWN && (
        <Text size="sm" c="dimmed">
          and {data.correlated_events.length - MAX_SHOWN} weaker ones
        </Text>
      )}
    </Stack>
  );
}
