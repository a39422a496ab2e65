import { Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { bodyOf, v1 } from "../../api/client";
import type { components } from "../../api/v1";
import { useMay } from "../../app/session-context";
import { EmptyState } from "../../components/EmptyState";
import { PageError } from "../../components/PageError";
import { StatusMark } from "../../components/StatusMark";
import { NoVulnerability } from "../vulnerabilities/NoVulnerability";
import { VulnerabilityTable } from "../vulnerabilities/VulnerabilityTable";
import { OPEN } from "../vulnerabilities/vulnerability-data";

type Exposure = components["schemas"]["ServiceExposure"];
const SHOWN = ["critical", "high", "medium", "low"] as const;

/** How exposed a service is through what it cannot do without, and to what. */
export function VulnerabilitiesTab({ id }: { id: string }) {
  const may = useMay();
  const mayRead = may("cmdb.read");
  const exposure = useQuery({
    queryKey: ["vulnerability", "of-service", id],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      bodyOf(v1.GET("/v1/services/{id}/exposure", { params: { path: { id }, query: { top: 1 } }, signal })),
  });
  if (!mayRead) {
    return (
      <div className="card">
        <EmptyState title="You may not see this">It needs the scope cmdb.read.</EmptyState>
      </div>
    );
  }
  if (exposure.isError && !exposure.data) {
    return <PageError error={exposure.error} reset={() => void exposure.refetch()} />;
  }
  if (!exposure.data) return <Skeleton height={160} role="status" aria-label="Vulnerabilities: loading" />;
  return (
    <>
      <Figures exposure={exposure.data} />
      <VulnerabilityTable
        label="Vulnerabilities of what the service needs"
        query={{ service_id: id, status: [...OPEN] }}
        height="60dvh"
        empty={<NoVulnerability what="what this service needs" />}
      />
    </>
  );
}

function Figures({ exposure: { score, by_severity, kev, affected, possible } }: { exposure: Exposure }) {
  return (
    <Group gap="4px 20px" mb="sm">
      <Text fw={600} className="numeric">
        Exposure {score} of 100
      </Text>
      <span className="numeric">
        {affected.toLocaleString("en")} affect it, {possible.toLocaleString("en")} possibly
      </span>
      {kev > 0 && (
        <Group gap={6} wrap="nowrap">
          <StatusMark state="exploited" />
          <span className="numeric">{kev.toLocaleString("en")}</span>
        </Group>
      )}
      {SHOWN.filter((severity) => by_severity[severity] > 0).map((severity) => (
        <Group key={severity} gap={6} wrap="nowrap">
          <StatusMark state={severity} />
          <span className="numeric">{by_severity[severity].toLocaleString("en")}</span>
        </Group>
      ))}
    </Group>
  );
}
