import { Button, Group, Select, Stack, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { FormFaults, faultOf } from "../../../components/FormFaults";
import { notifyDone } from "../../../components/notify";
import { usePrivateAction } from "../../../components/use-private-action";
import { bodyFrom, type Draft, draftFrom } from "./draft";
import { CredentialFields, InboundFields } from "./IntegrationSecrets";
import { PLATFORMS } from "./platforms";

type Integration = components["schemas"]["Integration"];

export interface IntegrationFormProps {
  integration?: Integration;
  close: () => void;
  created?: (id: string) => void;
}

/** Connects a service desk, or changes how. Secrets that are left empty stay as they are. */
export function IntegrationForm({ integration, close, created }: IntegrationFormProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => draftFrom(integration));
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = usePrivateAction(async () => {
    const body = bodyFrom(draft, integration !== undefined);
    if (integration) {
      await bodyOf(v1.PUT("/v1/integrations/{id}", { params: { path: { id: integration.id } }, body }));
      notifyDone("The integration is changed");
    } else {
      const made = await bodyOf(
        v1.POST("/v1/integrations", { body: body as components["schemas"]["CreateIntegrationBody"] }),
      );
      notifyDone("The integration is created. Give its address to the service desk.");
      created?.(made.id);
    }
    await queries.invalidateQueries({ queryKey: ["integration"] });
  });
  const text = (name: "name" | "base_url" | "account" | "account_url" | "table") => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    error: faultOf(save.error, name),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack>
        <TextInput label="Name" required {...text("name")} />
        <Select
          label="Platform"
          data={Object.entries(PLATFORMS).map(([value, label]) => ({ value, label }))}
          value={draft.platform}
          allowDeselect={false}
          disabled={integration !== undefined}
          description={integration && "It cannot be changed"}
          onChange={(platform) => platform && set({ platform: platform as Draft["platform"] })}
        />
        <TextInput
          label="Address"
          description="Of the platform's interface. Another host needs its credentials anew."
          type="url"
          required
          {...text("base_url")}
        />
        {draft.platform === "xurrent" && (
          <>
            <TextInput label="Account" description="Id of the account" {...text("account")} />
            <TextInput
              label="Address of the account"
              description="Where people use it"
              type="url"
              {...text("account_url")}
            />
          </>
        )}
        {draft.platform === "servicenow" && (
          <TextInput label="Table of the tasks" placeholder="change_task" {...text("table")} />
        )}
        <CredentialFields draft={draft} set={set} error={save.error} isChange={integration !== undefined} />
        <InboundFields draft={draft} set={set} error={save.error} isChange={integration !== undefined} />
        <Textarea
          label="Names of fields there"
          description="One a line, as ai_risk_score = custom_risk; nothing after = is not written"
          autosize
          minRows={2}
          maxRows={12}
          value={draft.field_map}
          onChange={(event) => set({ field_map: event.currentTarget.value })}
          error={faultOf(save.error, "field_map")}
        />
        <TagsInput
          label="Fields there that take formatted text"
          value={draft.rich_text}
          onChange={(rich_text) => set({ rich_text })}
          error={faultOf(save.error, "rich_text")}
        />
        <Switch
          label="Active"
          description="While it is not, reports are refused and nothing is written"
          checked={draft.active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
        />
        <FormFaults
          error={save.error}
          shown={["name", "base_url", "account", "account_url", "table", "field_map", "rich_text"]}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {integration ? "Save changes" : "Create integration"}
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
