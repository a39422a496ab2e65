import { Checkbox, SimpleGrid, Switch, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { faultOf } from "../../../components/FormFaults";
import { FormModal } from "../../../components/FormModal";
import { notifyDone } from "../../../components/notify";
import { SecretOnce } from "../../../components/SecretOnce";
import { usePrivateAction } from "../../../components/use-private-action";

type Webhook = components["schemas"]["Webhook"];
type EventName = Webhook["events"][number];

const EVENTS: Record<EventName, string> = {
  "ci.created": "A CI is created",
  "ci.updated": "A CI is changed",
  "ci.deleted": "A CI is deleted",
  "event.created": "An event begins",
  "event.status_changed": "An event changes its status",
  "relationship.created": "A relationship is created",
  "relationship.deleted": "A relationship is deleted",
  "scan.completed": "A scan has ended",
  "report.completed": "A report is ready",
  "vulnerability.found": "A critical or exploited vulnerability affects an installation",
};

/** Creates a webhook, or changes the one that is given. Headers may hold secrets: nothing is kept in a cache. */
export function WebhookForm({ webhook, close }: { webhook?: Webhook; close: () => void }) {
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [draft, setDraft] = useState({
    name: webhook?.name ?? "",
    url: webhook?.url ?? "",
    events: webhook?.events ?? ([] as EventName[]),
    headers: linesOf(webhook?.headers ?? {}),
    active: webhook?.active ?? true,
  });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = usePrivateAction(async () => {
    const body = { ...draft, headers: headersOf(draft.headers) };
    if (webhook) {
      await bodyOf(v1.PUT("/v1/webhooks/{id}", { params: { path: { id: webhook.id } }, body }));
      notifyDone("The webhook is changed");
      close();
    } else setSecret((await bodyOf(v1.POST("/v1/webhooks", { body }))).secret);
    await queries.invalidateQueries({ queryKey: ["webhook"] });
  });
  return (
    <FormModal
      title={webhook ? "Change webhook" : "New webhook"}
      action={webhook ? "Save changes" : "Create"}
      close={close}
      submit={() => void save.run()}
      isPending={save.isPending}
      error={save.error}
      fields={["name", "url", "events", "headers"]}
      created={
        secret && <SecretOnce label="Signing secret" secret={secret} hint="The receiver checks signatures with it." />
      }
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultOf(save.error, "name")}
      />
      <TextInput
        label="Address"
        description="Private addresses are refused unless the installation allows them (ORRERY_EGRESS_ALLOW)"
        type="url"
        required
        value={draft.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
        error={faultOf(save.error, "url")}
      />
      <Checkbox.Group
        label="Tell it when"
        value={draft.events}
        onChange={(events) => set({ events: events as EventName[] })}
        error={faultOf(save.error, "events")}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt={6}>
          {Object.entries(EVENTS).map(([name, meaning]) => (
            <Checkbox key={name} value={name} size="xs" label={meaning} description={name} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Textarea
        label="Headers"
        description="One a line, as Name: value; sent with every delivery"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.headers}
        onChange={(event) => set({ headers: event.currentTarget.value })}
        error={faultOf(save.error, "headers")}
      />
      <Switch
        label="Active"
        description="While it is not, nothing new is queued, and what waits is held"
        checked={draft.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
    </FormModal>
  );
}

function linesOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

function headersOf(lines: string): Record<string, string> {
  const given = lines.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    given.map((line) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new Error(`A header needs a name, a colon and a value: ${line.slice(0, 80)}`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}
