import { Alert, Anchor, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { CiLink } from "../../components/CiLink";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { ServiceState } from "../../components/ServiceState";
import { words } from "../../components/words";
import type { TabProps } from "./CiPage";
import { ShortValue } from "./values";

type Affected = components["schemas"]["AffectedCI"];
type Impact = components["schemas"]["Impact"];
const route = getRouteApi("/shell/cis/$ciId");

/** Who is hit when this CI fails, or what it needs, and where a peer keeps it working. */
export function ImpactTab({ ci }: TabProps) {
  const { direction = "downstream" } = route.useSearch();
  const navigate = useNavigate();
  const impact = useQuery({
    queryKey: ["graph", "impact", ci.id, direction],
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/cmdb/ci/{id}/impact", { params: { path: { id: ci.id }, query: { direction } }, signal })),
  });
  const turn = (next: string) =>
    void navigate({
      to: "/cis/$ciId",
      params: { ciId: ci.id },
      search: { tab: "impact", ...(next === "upstream" && { direction: "upstream" as const }) },
      replace: true,
    });
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Direction"
          value={direction}
          onChange={turn}
          data={[
            { value: "downstream", label: "What fails with it" },
            { value: "upstream", label: "What it needs" },
          ]}
        />
      </Group>
      {impact.isError && <PageError error={impact.error} reset={() => void impact.refetch()} />}
      {impact.data && <Answer impact={impact.data} isUp={direction === "upstream"} />}
      {impact.isPending && <Text role="status">Loading</Text>}
    </Stack>
  );
}

function Answer({ impact, isUp }: { impact: Impact; isUp: boolean }) {
  const { affected, services, truncated, known, limits } = impact;
  const columns = useMemo(() => columnsOf(impact, isUp), [impact, isUp]);
  const covered = affected.filter(({ redundancy }) => redundancy === "covered").length;
  const fails = affected.filter((one) => one.required && one.redundancy !== "covered").length;
  return (
    <>
      {!known && (
        <Alert color="yellow">
          Nothing is known about what depends on this item: it has no such relationships yet.
        </Alert>
      )}
      {truncated && (
        <Alert color="yellow">
          There is more than is shown here (at most {limits.max_affected.toLocaleString("en")} items, {limits.depth}{" "}
          steps).
        </Alert>
      )}
      {!isUp && <Services services={services} />}
      <section>
        <Title order={2}>{isUp ? "Needed" : "Affected"}</Title>
        <Text size="sm" c="dimmed" mb="xs">
          {isUp
            ? `${affected.length} items; the failure of ${fails} would stop it, ${covered} have a peer that takes over`
            : `${affected.length} items: ${fails} fail, ${covered} go on because a peer takes over`}
        </Text>
        <DataTable
          label={isUp ? "What it needs" : "What fails with it"}
          columns={columns}
          rows={affected}
          idOf={({ id }) => id}
          empty={
            <EmptyState title={isUp ? "It needs nothing that is known" : "Nothing depends on it"}>
              Relationships such as depends on and runs on say what fails with what.
            </EmptyState>
          }
          height="60dvh"
        />
      </section>
    </>
  );
}

function Services({ services }: { services: Impact["services"] }) {
  return (
    <section>
      <Title order={2} mb="xs">
        Business services hit
      </Title>
      {services.length === 0 && (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
        {services.map(({ id, name, health, criticality }) => (
          <div key={id} className="card" style={{ padding: 10, minWidth: 0 }}>
            <Anchor
              component={Link}
              to={`/services/${id}` as "/services"}
              className="clip"
              fw={500}
              title={name.slice(0, 300)}
            >
              <bdi>{name.slice(0, 200)}</bdi>
            </Anchor>
            <ServiceState health={health} criticality={criticality} />
          </div>
        ))}
      </SimpleGrid>
    </section>
  );
}

function columnsOf({ affected, ci }: Impact, isUp: boolean): readonly Column<Affected>[] {
  const names = new Map([ci, ...affected].map(({ id, name }) => [id, name]));
  const over = ({ path }: Affected) =>
    path
      .slice(1, -1)
      .map((id) => names.get(id) ?? id)
      .join(" › ");
  return [
    { id: "name", header: "Configuration item", width: "26%", cell: ({ id, name }) => <CiLink id={id} name={name} /> },
    { id: "effect", header: "Effect", cell: (one) => <Effect one={one} isUp={isUp} /> },
    {
      id: "type",
      header: "Type",
      isOptional: true,
      width: "150px",
      cell: ({ type }) => <ShortValue value={words(type)} />,
    },
    {
      id: "distance",
      header: "Steps",
      width: "70px",
      isOptional: true,
      cell: ({ distance }) => <span className="numeric">{distance}</span>,
    },
    { id: "over", header: "By way of", isOptional: true, cell: (one) => <ShortValue value={over(one)} /> },
    {
      id: "confidence",
      header: "Sure",
      width: "80px",
      isOptional: true,
      cell: ({ confidence }) => <span className="numeric">{Math.round(confidence * 100)} %</span>,
    },
  ];
}

function Effect({ one: { required, redundancy }, isUp }: { one: Affected; isUp: boolean }) {
  const [colour, text] = !required
    ? ["inactive", isUp ? "Works without it" : "Works without (optional)"]
    : redundancy === "covered"
      ? ["healthy", "A peer takes over"]
      : redundancy === "lost"
        ? ["critical", isUp ? "Stops it: no peer left" : "Fails: no peer left"]
        : ["critical", isUp ? "Stops it" : "Fails"];
  return (
    <Group gap={6} wrap="nowrap">
      <span className="dot" style={{ ["--dot-colour" as string]: `var(--orrery-${colour})` }} />
      <span className="clip" title={text}>
        {text}
      </span>
    </Group>
  );
}
