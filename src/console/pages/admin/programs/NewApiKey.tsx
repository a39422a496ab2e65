import { Select, TagsInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Scope } from "../../../../model/scopes";
import { bodyOf, v1 } from "../../../api/client";
import { useSession } from "../../../app/session-context";
import { faultOf } from "../../../components/FormFaults";
import { FormModal } from "../../../components/FormModal";
import { ScopePicker } from "../../../components/ScopePicker";
import { SecretOnce } from "../../../components/SecretOnce";
import { usePrivateAction } from "../../../components/use-private-action";

const LIFETIMES = [
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "180d", label: "180 days" },
  { value: "365d", label: "365 days" },
];
const FIELDS = ["name", "description", "scopes", "expiresIn", "allowedIps"];

export function NewApiKey({ close }: { close: () => void }) {
  const { user } = useSession();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [draft, setDraft] = useState({
    name: "",
    description: "",
    scopes: [] as Scope[],
    expiresIn: "90d",
    allowedIps: [] as string[],
  });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const create = usePrivateAction(async () => {
    const { description, allowedIps, ...rest } = draft;
    const body = { ...rest, description: description || null, allowedIps: allowedIps.length > 0 ? allowedIps : null };
    setSecret((await bodyOf(v1.POST("/v1/auth/api-keys", { body }))).apiKey);
    await queries.invalidateQueries({ queryKey: ["api-key"] });
  });
  return (
    <FormModal
      title="New API key"
      close={close}
      submit={() => void create.run()}
      isPending={create.isPending}
      error={create.error}
      fields={FIELDS}
      created={
        secret && <SecretOnce label="API key" secret={secret} hint="Send it as X-API-Key. It cannot be shown again." />
      }
    >
      <TextInput
        label="Name"
        description="What uses it"
        required
        data-autofocus
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultOf(create.error, "name")}
      />
      <TextInput
        label="Description"
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={faultOf(create.error, "description")}
      />
      <ScopePicker
        label="Scopes"
        value={draft.scopes}
        onChange={(scopes) => set({ scopes })}
        offered={user.scopes}
        error={faultOf(create.error, "scopes")}
      />
      <Select
        label="Ends after"
        data={LIFETIMES}
        value={draft.expiresIn}
        allowDeselect={false}
        onChange={(expiresIn) => expiresIn && set({ expiresIn })}
        error={faultOf(create.error, "expiresIn")}
      />
      <TagsInput
        label="Only from these addresses"
        description="IP addresses or ranges such as 10.0.0.0/8, each ended with Enter; none: from anywhere"
        value={draft.allowedIps}
        onChange={(allowedIps) => set({ allowedIps })}
        error={faultOf(create.error, "allowedIps")}
        maxTags={50}
        clearable
        clearButtonProps={{ "aria-label": "Remove all addresses" }}
      />
    </FormModal>
  );
}
