import { SegmentedControl, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, bodyOf } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import { DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageError } from "../../../components/PageError";
import { PageHeader } from "../../../components/PageHeader";
import { BY_MODEL, BY_OPERATION, QUERIES } from "./columns";
import { ModelService } from "./ModelService";
import { Recommendations } from "./Recommendations";
import { costOf, numberOf, shareOf } from "./words";

const route = getRouteApi("/shell/enrichment/usage");
type Period = "24h" | "7d" | "30d";

export function UsagePage() {
  return (
    <NeedsScope scope="ai.use" title="Usage and cost">
      <Usage />
    </NeedsScope>
  );
}

function Usage() {
  const { period = "24h" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Usage and cost" hint="What AI operations of this tenant used, failed at, and were rated">
        <SegmentedControl
          size="xs"
          aria-label="How far back"
          data={[
            { value: "24h", label: "24 hours" },
            { value: "7d", label: "7 days" },
            { value: "30d", label: "30 days" },
          ]}
          value={period}
          onChange={(value) => void navigate({ search: { period: value as Period } })}
        />
      </PageHeader>
      <Figures period={period} />
      <Recommendations period={period} />
      <Operations period={period} />
      <ModelService />
    </>
  );
}

function Figures({ period }: { period: Period }) {
  const dashboard = useQuery({
    queryKey: ["ai-usage", "dashboard", period],
    queryFn: () => bodyOf(api.GET("/api/ai-analytics/dashboard", { params: { query: { period } } })),
    placeholderData: keepPreviousData,
  });
  if (dashboard.error) return <PageError error={dashboard.error} reset={() => void dashboard.refetch()} />;
  if (!dashboard.data) return <Skeleton height={220} aria-label="Loading" />;
  const { requests, errors, cost, tokens, fallbackRate, limiter, byOperation, byModel } = dashboard.data.data;
  const figures = [
    ["Operations", numberOf(requests)],
    ["Failed", numberOf(errors)],
    ["Tokens asked", numberOf(tokens?.prompt)],
    ["Tokens answered", numberOf(tokens?.completion)],
    ["Cost", costOf(cost)],
    ["Answered by rules instead", shareOf(fallbackRate)],
    ["Model calls now", `${limiter.used} of ${limiter.limit}, ${limiter.waiting} wait`],
  ];
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" mb="md">
        {figures.map(([label, value]) => (
          <div key={label} className="card card-padded">
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text fw={600} className="numeric">
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Title order={2} mb="xs">
        By operation
      </Title>
      <DataTable
        label="Use by operation"
        columns={BY_OPERATION}
        rows={byOperation}
        idOf={({ operation }) => operation}
        height="20rem"
        empty={<EmptyState title="Nothing was asked">Questions, agents and enrichment count here.</EmptyState>}
      />
      {byModel.length > 0 && (
        <>
          <Title order={2} mt="md" mb="xs">
            By model
          </Title>
          <DataTable
            label="Use by model"
            columns={BY_MODEL}
            rows={byModel}
            idOf={({ model }) => model}
            height="16rem"
          />
        </>
      )}
    </>
  );
}

function Operations({ period }: { period: Period }) {
  const { table } = usePages(["ai-usage", "queries", period], (page) =>
    bodyOf(api.GET("/api/ai-analytics/queries", { params: { query: { ...page, period } } })),
  );
  return (
    <>
      <Title order={2} mt="md" mb="xs">
        Operations
      </Title>
      <DataTable
        label="AI operations"
        columns={QUERIES}
        {...table}
        idOf={({ id }) => id}
        height="24rem"
        empty={<EmptyState title="No operations">Nothing was asked in this time.</EmptyState>}
      />
    </>
  );
}
