import { Alert, Group, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { StatusMark } from "../../components/StatusMark";
import { ThingLink } from "../../components/ThingLink";

type Affected = components["schemas"]["AffectedCI"];
const route = getRouteApi("/shell/services/$id");
const REDUNDANCY = { none: "None", covered: "A healthy peer stands in", lost: "Lost: all peers fail" };

const COLUMNS: readonly Column<Affected>[] = [
  { id: "name", header: "CI", cell: ({ id, name }) => <ThingLink kind="ci" id={id} name={name} /> },
  { id: "type", header: "Type", width: "11rem", isOptional: true, cell: ({ type }) => type.replaceAll("_", " ") },
  {
    id: "distance",
    header: "Steps",
    width: "5rem",
    cell: ({ distance }) => <span className="numeric">{distance}</span>,
  },
  {
    id: "required",
    header: "Needed",
    width: "7rem",
    isOptional: true,
    cell: ({ required }) => (required ? "Yes" : "Optional"),
  },
  {
    id: "redundancy",
    header: "Redundancy",
    width: "12rem",
    isOptional: true,
    cell: ({ redundancy }) => REDUNDANCY[redundancy],
  },
  {
    id: "confidence",
    header: "Certain",
    width: "6rem",
    cell: ({ confidence }) => <span className="numeric">{Math.round(confidence * 100)} %</span>,
  },
];

/** What the service needs, or what fails with it, over all relationships that carry failures. */
export function ImpactTab({ id }: { id: string }) {
  const { direction = "upstream" } = route.useSearch();
  const navigate = useNavigate();
  const impact = useQuery({
    queryKey: ["graph", "impact", id, direction],
    placeholderData: keepPreviousData,
    queryFn: () => bodyOf(v1.GET("/v1/cmdb/ci/{id}/impact", { params: { path: { id }, query: { direction } } })),
  });
  const turn = (value: string) =>
    void navigate({
      to: `/services/${id}`,
      search: { tab: "impact", direction: value as "upstream" | "downstream" },
      replace: true,
    });
  return (
    <>
      <Group mb="sm">
        <SegmentedControl
          size="xs"
          aria-label="Direction"
          value={direction}
          onChange={turn}
          data={[
            { value: "upstream", label: "What it needs" },
            { value: "downstream", label: "What fails with it" },
          ]}
        />
        <Text size="sm" c="dimmed">
          {impact.data && `${impact.data.affected.length} CIs, ${impact.data.services.length} services`}
        </Text>
      </Group>
      {impact.data?.truncated && <Alert mb="sm">There is more: depth or number cut the answer.</Alert>}
      {impact.data && impact.data.services.length > 0 && (
        <Group mb="sm" gap="lg">
          {impact.data.services.map((service) => (
            <Group key={service.id} gap={6} maw="100%">
              <StatusMark state={service.health} />
              <ThingLink kind="service" id={service.id} name={service.name} />
            </Group>
          ))}
        </Group>
      )}
      <DataTable
        label={direction === "upstream" ? "What the service needs" : "What fails with the service"}
        columns={COLUMNS}
        rows={impact.data?.affected ?? []}
        idOf={({ id: ci }) => ci}
        isLoading={impact.isPending}
        error={impact.data ? undefined : impact.error}
        retry={() => void impact.refetch()}
        height="60dvh"
        onOpen={({ id: ci }) => void navigate({ to: `/cis/${ci}` })}
        empty={<EmptyState title={nothing(impact.data?.known, direction)} />}
      />
    </>
  );
}

function nothing(known: boolean | undefined, direction: string): string {
  if (known === false) return "Nothing is known: it has no relationship that carries failures";
  return direction === "upstream" ? "It needs nothing" : "Nothing fails with it";
}
