import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import { isStatus } from "../../api/error";
import { useMay } from "../../app/session-context";
import { CiLink } from "../../components/CiLink";
import { EmptyState } from "../../components/EmptyState";
import { StatusMark } from "../../components/StatusMark";
import type { TabProps } from "./CiPage";
import { RecordTable } from "./RecordTable";
import { RelationshipGroup } from "./RelationshipGroup";
import { Value } from "./values";

/** What is installed on a host; for installed software its product and name in the CPE dictionary; for a product where it runs. */
export function SoftwareTab({ ci }: TabProps) {
  if (ci.type === "software_instance") return <Installed ci={ci} />;
  if (ci.type === "software" || ci.type === "software_family") {
    const type = ci.type === "software" ? "Instance Of" : "Member Of";
    return <RelationshipGroup ci={ci} group={{ type, direction: "incoming", count: 0 }} />;
  }
  return (
    <RecordTable
      ciId={ci.id}
      kind="installed-applications"
      empty={
        <EmptyState title="No installed software is known">
          Scans of a host collect it. This item is no host, was not scanned yet, or the scan could not read its
          software.
        </EmptyState>
      }
    />
  );
}

/** A kind of thing in words: "language pack", "part of the operating system". */
function kindText(kind: unknown): string {
  if (typeof kind !== "string") return "";
  return kind === "os_component" ? "part of the operating system" : kind.replaceAll("_", " ");
}

function Installed({ ci }: TabProps) {
  const {
    software_id: id,
    software_name: name,
    software_vendor: vendor,
    software_family: family,
    software_kind: kind,
    version,
  } = ci.attributes;
  return (
    <Stack>
      <div className="card" style={{ padding: 12 }}>
        <Title order={2} mb="xs">
          Product
        </Title>
        {typeof id === "string" ? <CiLink id={id} name={String(name)} /> : <Text c="dimmed">Not known yet</Text>}
        <Text size="sm" c="dimmed">
          <bdi>
            {[vendor, family, kindText(kind), version && `version ${String(version)}`]
              .filter(Boolean)
              .join(" · ")
              .slice(0, 300)}
          </bdi>
        </Text>
      </div>
      <Cpe ci={ci} />
      <RelationshipGroup ci={ci} group={{ type: "Installed On", direction: "outgoing", count: 0 }} />
    </Stack>
  );
}

function Cpe({ ci }: TabProps) {
  const may = useMay();
  const cpe = useQuery({
    queryKey: ["software", "cpe", ci.id],
    enabled: may("software.read") || may("cmdb.read"),
    queryFn: ({ signal }) => bodyOf(v1.GET("/v1/cmdb/ci/{id}/cpe", { params: { path: { id: ci.id } }, signal })),
  });
  if (!cpe.data)
    return isStatus(cpe.error, 403, 404) || !cpe.isError ? null : <Text c="dimmed">{cpe.error.message}</Text>;
  const { name, match, status, reasons, candidates } = cpe.data;
  return (
    <div className="card" style={{ padding: 12 }}>
      <Title order={2} mb="xs">
        Name in the CPE dictionary
      </Title>
      <Value value={name} />
      <Text size="sm" c="dimmed" component="div">
        <StatusMark state={status} /> match: {match}
        {reasons.length > 0 && ` · ${reasons.join(", ").slice(0, 300)}`}
      </Text>
      {candidates.map((candidate) => (
        <Text key={candidate.name} size="sm">
          <bdi>{candidate.name.slice(0, 200)}</bdi> ({Math.round(candidate.score * 100)} %)
        </Text>
      ))}
    </div>
  );
}
