import { Button, Group, Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { fetchAuthorized } from "../../api/client";
import { saveBlob } from "../../components/download";
import { EmptyState } from "../../components/EmptyState";
import { notifyFailed } from "../../components/notify";
import { NoVulnerability } from "../vulnerabilities/NoVulnerability";
import { VulnerabilityTable } from "../vulnerabilities/VulnerabilityTable";
import { type ListQuery, OPEN } from "../vulnerabilities/vulnerability-data";
import type { TabProps } from "./CiPage";

const route = getRouteApi("/shell/cis/$ciId");

/** Vulnerabilities of the programs on a server, of one program, of a product, or of what a service needs. */
export function VulnerabilitiesTab({ ci }: TabProps) {
  const { all = false } = route.useSearch();
  const navigate = useNavigate();
  const setAll = (next: boolean) =>
    void navigate({
      to: "/cis/$ciId",
      params: { ciId: ci.id },
      search: { tab: "vulnerabilities", ...(next && { all: true as const }) },
      replace: true,
    });
  const bill = useMutation({
    mutationFn: async () => {
      const answer = await fetchAuthorized(`/v1/cmdb/ci/${encodeURIComponent(ci.id)}/sbom`);
      saveBlob(await answer.blob(), `sbom-${ci.id}.cdx.json`);
    },
    onError: (error) => notifyFailed(error, "The bill of materials could not be fetched"),
  });
  const hasPrograms = queryOf(ci).ci_id !== undefined && ci.type !== "software_instance";
  return (
    <>
      <Group mb="sm" justify="space-between">
        <Switch
          size="sm"
          label="Accepted and fixed ones, too"
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        {hasPrograms && (
          <Button size="xs" variant="default" loading={bill.isPending} onClick={() => bill.mutate()}>
            Bill of materials (CycloneDX)
          </Button>
        )}
      </Group>
      <VulnerabilityTable
        label="Vulnerabilities of this configuration item"
        query={{ ...queryOf(ci), ...(!all && { status: [...OPEN] }) }}
        height="60dvh"
        empty={
          all ? (
            <EmptyState title="No vulnerability of this item is known" />
          ) : (
            <NoVulnerability what="this configuration item" />
          )
        }
      />
    </>
  );
}

/** By which id the list names what belongs to the CI. */
function queryOf({ id, type }: TabProps["ci"]): ListQuery {
  if (type === "software") return { software_id: id };
  if (type === "business_service") return { service_id: id };
  return { ci_id: id };
}
