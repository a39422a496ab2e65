import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "../../../api/client";
import { EmptyState } from "../../../components/EmptyState";
import { PageError } from "../../../components/PageError";
import { costOf, millisecondsOf, numberOf } from "./words";

/** What would make AI operations cheaper, faster or better, as the service works it out of its log. */
export function Recommendations({ period }: { period: "24h" | "7d" | "30d" }) {
  const found = useQuery({
    queryKey: ["ai-usage", "recommendations", period],
    queryFn: () => bodyOf(api.GET("/api/ai-analytics/optimization-recommendations", { params: { query: { period } } })),
  });
  return (
    <section aria-labelledby="recommendations">
      <Title order={2} mt="md" mb="xs" id="recommendations">
        Recommendations
      </Title>
      {found.error && <PageError error={found.error} reset={() => void found.refetch()} />}
      {found.data?.data.length === 0 && (
        <div className="card">
          <EmptyState title="Nothing to improve">Nothing fails, repeats or costs more than it is worth.</EmptyState>
        </div>
      )}
      <ul className="plain-list">
        {found.data?.data.map(({ title, detail, estimatedSaving: saving }) => (
          <li key={`${title} ${detail}`} className="card card-padded">
            <Text fw={600}>
              <bdi>{title}</bdi>
            </Text>
            <Text size="sm">
              <bdi>{detail}</bdi>
            </Text>
            <Text size="sm" c="dimmed">
              Would save {numberOf(saving?.requests)} operations, {numberOf(saving?.tokens)} tokens, cost{" "}
              {costOf(saving?.cost)}, {millisecondsOf(saving?.ms)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
