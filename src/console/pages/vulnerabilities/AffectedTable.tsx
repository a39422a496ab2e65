import { Anchor, Title } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { CiLink } from "../../components/CiLink";
import { type Column, DataTable } from "../../components/DataTable";
import { EmptyState } from "../../components/EmptyState";
import { Name } from "../../components/Name";
import { StatusMark } from "../../components/StatusMark";
import { Time } from "../../components/Time";
import { mapOf, type Vulnerability } from "./vulnerability-data";

type Instance = Vulnerability["affected_instances"][number];

const COLUMNS: readonly Column<Instance>[] = [
  { id: "status", header: "State", width: "6.5rem", cell: ({ status }) => <StatusMark state={status} /> },
  { id: "program", header: "Program", cell: ({ id, name }) => <CiLink id={id} name={name} /> },
  {
    id: "version",
    header: "Version",
    width: "7rem",
    isOptional: true,
    cell: ({ version }) => <Name fallback="Not known">{version}</Name>,
  },
  {
    id: "server",
    header: "Server",
    cell: ({ server }) => (server ? <CiLink id={server.id} name={server.name} /> : "–"),
  },
  {
    id: "impact",
    header: "Impact",
    width: "5rem",
    isOptional: true,
    cell: ({ id, server, status }) =>
      status === "fixed" ? (
        "–"
      ) : (
        <Anchor
          component={Link}
          to={mapOf([server?.id ?? id])}
          size="sm"
          aria-label={`Impact of ${(server ?? { name: "this program" }).name.slice(0, 100)} on the map`}
          onClick={(event) => event.stopPropagation()}
        >
          Map
        </Anchor>
      ),
  },
  { id: "reason", header: "Why", isOptional: true, cell: ({ reason }) => <Name>{reason}</Name> },
  { id: "found", header: "Known", width: "8rem", isOptional: true, cell: ({ found_at }) => <Time at={found_at} /> },
];

/** The installations that a vulnerability concerns, the worst first, with what decided. */
export function AffectedTable({ vulnerability }: { vulnerability: Vulnerability }) {
  const { affected_instances: instances, by_status } = vulnerability;
  const navigate = useNavigate();
  const counts = Object.entries(by_status).filter(([, count]) => count > 0);
  return (
    <section>
      <Title order={2} mb="xs">
        Installations
        {counts.length > 0 &&
          ` (${counts.map(([state, count]) => `${count.toLocaleString("en")} ${state}`).join(", ")})`}
      </Title>
      <DataTable
        label="Installations that it concerns"
        columns={COLUMNS}
        rows={instances}
        idOf={({ id }) => id}
        height="26rem"
        onOpen={({ id }) => void navigate({ to: `/cis/${id}` })}
        empty={
          <EmptyState title="It concerns nothing here">
            No installed program with a CPE name is one that this record speaks of.
          </EmptyState>
        }
      />
    </section>
  );
}
