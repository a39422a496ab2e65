import { Button, Drawer, Group, Select, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { CiLink } from "../../components/CiLink";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { FilterChips } from "../../components/FilterChips";
import { PageError } from "../../components/PageError";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { DiscoveryFrame } from "./DiscoveryFrame";
import { HostCounts } from "./HostCounts";
import { HostDecision, wordsOfRule } from "./HostDecision";
import { OUTCOMES } from "./routes";

export type HostResult = components["schemas"]["HostResult"];
type Row = HostResult & { position: number };
const route = getRouteApi("/shell/discovery/scans/$scanId");

const COLUMNS: readonly Column<Row>[] = [
  { id: "host", header: "Host", cell: (row) => <bdi title={row.hostname?.slice(0, 300)}>{row.hostname ?? "–"}</bdi> },
  { id: "ip", header: "Address", cell: (row) => <bdi>{row.ip_address ?? "–"}</bdi>, width: "9rem", isOptional: true },
  { id: "outcome", header: "Outcome", cell: (row) => <StatusMark state={row.outcome ?? "pending"} />, width: "8rem" },
  { id: "ci", header: "CI", cell: (row) => (row.ci_id ? <CiLink id={row.ci_id} /> : "–"), isOptional: true },
  {
    id: "why",
    header: "Why",
    cell: (row) => <bdi title={row.error?.slice(0, 300)}>{row.error ?? wordsOfRule(row)}</bdi>,
    isOptional: true,
  },
];

/** One scan: each host's outcome, and what decided it. */
export function ScanPage() {
  const { scanId } = route.useParams();
  const { outcome, find, host } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: !("host" in change) });
  const scan = useQuery({
    queryKey: ["scan", scanId],
    queryFn: () => bodyOf(v1.GET("/v1/discovery/scans/{id}", { params: { path: { id: scanId } } })),
    placeholderData: keepPreviousData,
  });
  if (scan.error) return <PageError error={scan.error} reset={() => void scan.refetch()} />;
  const all = (scan.data?.results ?? []).map((result, position): Row => ({ ...result, position }));
  const wanted = find?.toLowerCase();
  const rows = all.filter(
    (row) =>
      (!outcome || row.outcome === outcome) &&
      (!wanted || [row.hostname, row.ip_address].some((text) => text?.toLowerCase().includes(wanted))),
  );
  const shown = host === undefined ? undefined : all[host];
  const chips = [
    ...(outcome ? [{ label: `Outcome: ${outcome}`, clear: () => set({ outcome: undefined }) }] : []),
    ...(find ? [{ label: `Host: ${find}`, clear: () => set({ find: undefined }) }] : []),
  ];
  const clearAll = () => void navigate({ search: {}, replace: true });
  return (
    <DiscoveryFrame
      title={scan.data ? `Scan by ${scan.data.scanner_id}` : "Scan"}
      hint={scan.data && <ScanFacts scan={scan.data} />}
    >
      <Group align="flex-end" gap="sm" mb="sm">
        <TextInput
          label="Host or address"
          value={find ?? ""}
          onChange={(event) => set({ find: event.currentTarget.value || undefined })}
          size="xs"
        />
        <Select
          label="Outcome"
          data={[...OUTCOMES]}
          value={outcome ?? null}
          onChange={(value) => set({ outcome: OUTCOMES.find((known) => known === value) })}
          placeholder="any"
          clearable
          clearButtonProps={{ "aria-label": "Any outcome" }}
          size="xs"
          w={150}
        />
        {all.some((row) => row.outcome === "parked") && (
          <Button component={Link} to="/discovery/parked" size="xs" variant="default">
            Decide parked hosts
          </Button>
        )}
      </Group>
      <FilterChips chips={chips} clearAll={clearAll} />
      <DataTable
        label="Hosts of the scan"
        columns={COLUMNS}
        rows={rows}
        idOf={({ position }) => String(position)}
        isLoading={scan.isPending}
        empty={
          <EmptyState title={all.length === 0 ? "The scan found no host" : "No host matches"}>
            {all.length === 0 ? "The scanner sent an empty list." : "Clear the filters to see all."}
          </EmptyState>
        }
        onOpen={({ position }) => set({ host: position })}
      />
      <Drawer
        opened={shown !== undefined}
        onClose={() => set({ host: undefined })}
        title={<bdi className="clip">{shown?.hostname ?? shown?.ip_address ?? "Host without a name"}</bdi>}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {shown && <HostDecision result={shown} />}
      </Drawer>
    </DiscoveryFrame>
  );
}

function ScanFacts({ scan }: { scan: components["schemas"]["ScanWithResults"] }) {
  return (
    <Group gap="xs">
      <StatusMark state={scan.status} />
      <HostCounts hosts={scan.hosts} />
      <span>
        type <bdi>{scan.scan_type}</bdi>
      </span>
      <span>
        begun <Time at={scan.created_at} />
      </span>
      {scan.completed_at && (
        <span>
          ended <Time at={scan.completed_at} />
        </span>
      )}
      {scan.error && (
        <Text size="sm" c="var(--orrery-critical)">
          <bdi>{scan.error}</bdi>
        </Text>
      )}
    </Group>
  );
}
