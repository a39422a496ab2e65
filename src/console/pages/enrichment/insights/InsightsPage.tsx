import { Button, Drawer, Group, List, Select, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { api, bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { useMay } from "../../../app/session-context";
import { CiLink } from "../../../components/CiLink";
import { CiPicker, type PickedCi } from "../../../components/CiPicker";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { FilterChips } from "../../../components/FilterChips";
import { NeedsScope } from "../../../components/NeedsScope";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { PageHeader } from "../../../components/PageHeader";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";

type Insight = components["schemas"]["ListedCiInsight"];
const route = getRouteApi("/shell/enrichment/insights");

const COLUMNS: readonly Column<Insight>[] = [
  { id: "ci", header: "CI", cell: ({ ci_id: id }) => id && <CiLink id={id} /> },
  { id: "role", header: "Role", cell: ({ role }) => <bdi title={role}>{role}</bdi> },
  {
    id: "crit",
    header: "Criticality",
    width: "8rem",
    cell: ({ criticality: c = "unknown" }) => <StatusMark state={c} />,
  },
  {
    id: "summary",
    header: "Summary",
    isOptional: true,
    cell: ({ summary }) => <bdi title={summary ?? ""}>{summary ?? "–"}</bdi>,
  },
  {
    id: "by",
    header: "By",
    width: "6rem",
    isOptional: true,
    cell: ({ source }) => (source === "model" ? "Model" : "Rules"),
  },
  { id: "at", header: "Made", width: "8rem", isOptional: true, cell: ({ generated_at: at }) => <Time at={at} /> },
];

export function InsightsPage() {
  return (
    <NeedsScope scope="cmdb.read" title="Insights">
      <Insights />
    </NeedsScope>
  );
}

function Insights() {
  const { criticality, open } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const change = (next: { criticality?: typeof criticality; open?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }) });
  const { table } = usePages<Insight>(["ci", "insights", { criticality }], async (page) => {
    const { data, pagination } = await bodyOf(
      v1.GET("/v1/cmdb/insights", {
        params: { query: { ...page, ...(criticality && { criticality: [criticality] }) } },
      }),
    );
    // The document lets an entry be null, which none is.
    return { data: data.filter((insight) => insight !== null), pagination };
  });
  const chips = criticality
    ? [{ label: `Criticality: ${criticality}`, clear: () => change({ criticality: undefined }) }]
    : [];
  return (
    <>
      <PageHeader title="Insights" hint="What CIs are for and how much hangs on them, as rules or a model see it" />
      {may("ai.use") && <MakeInsights />}
      <Group mb="sm">
        <Select
          size="xs"
          aria-label="Criticality"
          placeholder="Any criticality"
          data={["critical", "high", "medium", "low"]}
          value={criticality ?? null}
          onChange={(value) => change({ criticality: (value ?? undefined) as typeof criticality })}
        />
      </Group>
      <FilterChips chips={chips} clearAll={() => change({ criticality: undefined })} />
      <DataTable
        label="Insights"
        columns={COLUMNS}
        {...table}
        idOf={({ id }) => id}
        onOpen={({ id }) => change({ open: id })}
        empty={
          <EmptyState title={criticality ? "None of this criticality" : "No insights yet"}>
            {criticality
              ? "Clear the filter to see all."
              : "The enrichment “Insights of servers” makes them where a model is configured; for one CI you can have them made above."}
          </EmptyState>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => change({ open: undefined })}
        position="right"
        size="lg"
        title="Insights of a CI"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <OneInsight insight={table.rows.find(({ id }) => id === open)} />
      </Drawer>
    </>
  );
}

function MakeInsights() {
  const [ci, setCi] = useState<PickedCi>();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (ciId: string) => bodyOf(api.POST("/api/cmdb-ai/insights/{ciId}", { params: { path: { ciId } } })),
    onSuccess: () => {
      notifyDone("The insights of the CI are made");
      return queries.invalidateQueries({ queryKey: ["ci", "insights"] });
    },
    onError: (error) => notifyFailed(error),
  });
  return (
    <Group align="flex-end" mb="md">
      <CiPicker label="Make the insights of" pick={setCi} />
      {ci && <CiLink id={ci.id} name={ci.name} />}
      <Button variant="default" disabled={!ci} loading={make.isPending} onClick={() => ci && make.mutate(ci.id)}>
        Make insights
      </Button>
    </Group>
  );
}

function OneInsight({ insight }: { insight: Insight | undefined }) {
  if (!insight) return <EmptyState title="Not among what is listed">Scroll to it, or clear the filter.</EmptyState>;
  const {
    ci_id: id,
    role,
    criticality = "unknown",
    summary,
    recommendations = [],
    dependencies = [],
    confidence,
  } = insight;
  return (
    <Stack>
      <Title order={2}>{id && <CiLink id={id} />}</Title>
      <Group>
        <StatusMark state={criticality} />
        <Text size="sm">
          <bdi>{role}</bdi>
        </Text>
        {confidence !== undefined && <Text size="sm">{Math.round(confidence * 100)} % sure</Text>}
      </Group>
      {summary && (
        <Text>
          <bdi>{summary}</bdi>
        </Text>
      )}
      {recommendations.length > 0 && (
        <div>
          <Title order={3}>Recommendations</Title>
          <List size="sm">
            {recommendations.map((text) => (
              <List.Item key={text}>
                <bdi>{text}</bdi>
              </List.Item>
            ))}
          </List>
        </div>
      )}
      {dependencies.length > 0 && (
        <div>
          <Title order={3}>Depends on</Title>
          <List size="sm">
            {dependencies.map(({ name, ip, ci_id: on, process, ports, reason }) => (
              <List.Item key={`${name} ${ip} ${process} ${ports.join()}`}>
                {on ? <CiLink id={on} /> : <bdi>{name}</bdi>}{" "}
                {[ip, process, ports.join(", ")].filter(Boolean).join(" · ")}
                {reason && (
                  <Text size="sm" c="dimmed">
                    <bdi>{reason}</bdi>
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}
