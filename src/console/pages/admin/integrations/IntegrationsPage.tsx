import { Button, Drawer, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageError } from "../../../components/PageError";
import { PageHeader } from "../../../components/PageHeader";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";
import { IntegrationActions } from "./IntegrationActions";
import { IntegrationForm } from "./IntegrationForm";
import { PLATFORMS } from "./platforms";

type ListedIntegration = components["schemas"]["ListedIntegration"];
const route = getRouteApi("/shell/admin/integrations");

const COLUMNS: readonly Column<ListedIntegration>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <bdi title={name}>{name}</bdi> },
  { id: "platform", header: "Platform", width: "9rem", cell: ({ platform }) => platform && PLATFORMS[platform] },
  { id: "url", header: "Address", isOptional: true, cell: ({ base_url: url }) => <bdi title={url}>{url}</bdi> },
  {
    id: "state",
    header: "State",
    width: "8rem",
    cell: ({ active }) => <StatusMark state={active ? "active" : "inactive"} />,
  },
  { id: "updated", header: "Changed", width: "9rem", isOptional: true, cell: ({ updated_at: at }) => <Time at={at} /> },
];

export function IntegrationsPage() {
  return (
    <NeedsScope scope="admin.settings" title="Integrations">
      <Integrations />
    </NeedsScope>
  );
}

function Integrations() {
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (id: string | undefined) => void navigate({ search: { open: id } });
  const { table } = usePages(["integration"], (page) =>
    bodyOf(v1.GET("/v1/integrations", { params: { query: page } })),
  );
  return (
    <>
      <PageHeader title="Integrations" hint="Service desks that report planned changes and get their risk written back">
        <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => show("new")}>
          New integration
        </Button>
      </PageHeader>
      <DataTable
        label="Integrations"
        columns={COLUMNS}
        {...table}
        idOf={({ id }) => id}
        onOpen={({ id }) => show(id)}
        empty={
          <EmptyState title="No integrations">
            Connect Xurrent, ServiceNow, Jira or another service desk, and each planned change is analysed for its risk.
          </EmptyState>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => show(undefined)}
        position="right"
        size="lg"
        title={open === "new" ? "New integration" : "Integration"}
        closeButtonProps={{ "aria-label": "Close" }}
      >
        {open === "new" ? (
          <IntegrationForm close={() => show(undefined)} created={show} />
        ) : (
          open && <OneIntegration key={open} id={open} close={() => show(undefined)} />
        )}
      </Drawer>
    </>
  );
}

function OneIntegration({ id, close }: { id: string; close: () => void }) {
  const integration = useQuery({
    queryKey: ["integration", id],
    queryFn: () => bodyOf(v1.GET("/v1/integrations/{id}", { params: { path: { id } } })),
    refetchOnWindowFocus: false,
  });
  if (integration.error) return <PageError error={integration.error} reset={() => void integration.refetch()} />;
  if (!integration.data) return <Skeleton height={320} aria-label="Loading" />;
  return (
    <>
      <IntegrationActions integration={integration.data} close={close} />
      <IntegrationForm key={integration.data.updated_at} integration={integration.data} close={close} />
    </>
  );
}
