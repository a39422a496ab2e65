import { Button, Group, Select, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { bodyOf, v1 } from "../../../api/client";
import { usePages } from "../../../api/use-pages";
import type { components } from "../../../api/v1";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { FilterChips } from "../../../components/FilterChips";
import { notifyDone, notifyFailed } from "../../../components/notify";
import { StatusMark } from "../../../components/StatusMark";
import { Time } from "../../../components/Time";

type Webhook = components["schemas"]["Webhook"];
type Delivery = components["schemas"]["ListedWebhookDelivery"];
const route = getRouteApi("/shell/admin/webhooks/$webhookId");
/** Deliveries are not told of by the live stream. */
const REFRESH_MS = 30_000;

/** What was sent to a webhook, with what became of it. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { status, event } = route.useSearch();
  const navigate = route.useNavigate();
  const { table } = usePages(
    ["webhook", webhook.id, "deliveries", { status, event }],
    (page) =>
      bodyOf(
        v1.GET("/v1/webhooks/{id}/deliveries", {
          params: {
            path: { id: webhook.id },
            query: { ...page, ...(status && { status: [status] }), ...(event && { event: [event] }) },
          },
        }),
      ),
    { refetchInterval: REFRESH_MS },
  );
  const chips = [
    ...(status ? [{ label: `Status: ${status}`, clear: () => filter({ status: undefined }) }] : []),
    ...(event ? [{ label: `Event: ${event}`, clear: () => filter({ event: undefined }) }] : []),
  ];
  const filter = (change: { status?: typeof status; event?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }) });
  return (
    <div>
      <Title order={2} mb="xs">
        Deliveries
      </Title>
      <Group mb="sm" gap="xs">
        <Select
          size="xs"
          aria-label="Status"
          placeholder="Any status"
          data={["pending", "delivered", "failed"]}
          value={status ?? null}
          onChange={(value) => filter({ status: (value ?? undefined) as typeof status })}
        />
        <Select
          size="xs"
          aria-label="Event"
          placeholder="Any event"
          data={[...webhook.events, "webhook.test"]}
          value={event ?? null}
          onChange={(value) => filter({ event: value ?? undefined })}
        />
      </Group>
      <FilterChips chips={chips} clearAll={() => filter({ status: undefined, event: undefined })} />
      <DataTable
        label="Deliveries"
        columns={columnsFor(webhook.active)}
        {...table}
        idOf={({ id }) => id}
        height="calc(100dvh - 22rem)"
        empty={
          <EmptyState title={chips.length > 0 ? "No such deliveries" : "Nothing was sent yet"}>
            {chips.length > 0 ? "Clear the filters to see all." : "Send a test to see whether the address answers."}
          </EmptyState>
        }
      />
    </div>
  );
}

function columnsFor(isActive: boolean): readonly Column<Delivery>[] {
  return [
    { id: "event", header: "Event", cell: ({ event }) => event },
    { id: "status", header: "Status", width: "8rem", cell: ({ status = "pending" }) => <StatusMark state={status} /> },
    {
      id: "answer",
      header: "Answer",
      isOptional: true,
      cell: ({ response_status: answered, error }) => (
        <bdi title={error ?? undefined}>{[answered, error].filter(Boolean).join(": ") || "–"}</bdi>
      ),
    },
    { id: "attempts", header: "Attempts", width: "6rem", isOptional: true, cell: ({ attempts }) => attempts },
    {
      id: "created",
      header: "Created",
      width: "8rem",
      isOptional: true,
      cell: ({ created_at: at }) => <Time at={at} />,
    },
    {
      id: "next",
      header: "Next attempt",
      width: "8rem",
      isOptional: true,
      cell: ({ next_attempt_at: at }) => <Time at={at} />,
    },
    {
      id: "again",
      header: "Action",
      width: "7rem",
      cell: ({ id, event }) => (isActive ? <Redeliver id={id} event={event ?? ""} /> : "–"),
    },
  ];
}

function Redeliver({ id, event }: { id: string; event: string }) {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => bodyOf(v1.POST("/v1/webhooks/deliveries/{id}/redeliver", { params: { path: { id } } })),
    onSuccess: () => {
      notifyDone("It is sent again, under the same delivery id");
      return queries.invalidateQueries({ queryKey: ["webhook"] });
    },
    onError: (error) => notifyFailed(error),
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={send.isPending}
      onClick={() => send.mutate()}
      aria-label={`Send again: ${event}`}
    >
      Send again
    </Button>
  );
}
