import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { NeedsScope } from "../../../components/NeedsScope";
import { PageHeader } from "../../../components/PageHeader";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";
import { WebhookForm } from "./WebhookForm";
import { stateOf } from "./webhook-state";

type ListedWebhook = components["schemas"]["ListedWebhook"];

const COLUMNS: readonly Column<ListedWebhook>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <bdi title={name}>{name}</bdi> },
  { id: "url", header: "Address", isOptional: true, cell: ({ url }) => <bdi title={url}>{url}</bdi> },
  {
    id: "events",
    header: "Told of",
    isOptional: true,
    cell: ({ events = [] }) => <span title={events.join(", ")}>{events.join(", ")}</span>,
  },
  { id: "state", header: "State", width: "9rem", cell: (webhook) => <StatusMark state={stateOf(webhook)} /> },
  {
    id: "created",
    header: "Created",
    width: "9rem",
    isOptional: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];

export function WebhooksPage() {
  return (
    <NeedsScope scope="webhooks.manage" title="Webhooks">
      <Webhooks />
    </NeedsScope>
  );
}

function Webhooks() {
  const [isNew, setNew] = useState(false);
  const navigate = useNavigate();
  const { table } = usePages(["webhook"], (page) => bodyOf(v1.GET("/v1/webhooks", { params: { query: page } })));
  return (
    <>
      <PageHeader title="Webhooks" hint="Addresses that are told of changes, signed as Standard Webhooks says">
        <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => setNew(true)}>
          New webhook
        </Button>
      </PageHeader>
      <DataTable
        label="Webhooks"
        columns={COLUMNS}
        {...table}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/admin/webhooks/$webhookId", params: { webhookId: id } })}
        empty={
          <EmptyState title="No webhooks">
            A webhook tells another system when a CI, an event, a relationship, a scan or a report changes.
          </EmptyState>
        }
      />
      {isNew && <WebhookForm close={() => setNew(false)} />}
    </>
  );
}
