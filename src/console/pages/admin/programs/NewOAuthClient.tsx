import { Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Scope } from "../../../../model/scopes";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { useSession } from "../../../app/session-context";
import { faultOf } from "../../../components/FormFaults";
import { FormModal } from "../../../components/FormModal";
import { ScopePicker } from "../../../components/ScopePicker";
import { CopyText, SecretOnce } from "../../../components/SecretOnce";
import { usePrivateAction } from "../../../components/use-private-action";

export function NewOAuthClient({ close }: { close: () => void }) {
  const { user } = useSession();
  const queries = useQueryClient();
  const [created, setCreated] = useState<components["schemas"]["NewOAuthClient"]>();
  const [draft, setDraft] = useState({ name: "", redirect_uris: [] as string[], scopes: [] as Scope[], public: false });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const create = usePrivateAction(async () => {
    setCreated(await bodyOf(v1.POST("/v1/auth/oauth-clients", { body: draft })));
    await queries.invalidateQueries({ queryKey: ["oauth"] });
  });
  return (
    <FormModal
      title="New OAuth client"
      close={close}
      submit={() => void create.run()}
      isPending={create.isPending}
      error={create.error}
      fields={["name", "redirect_uris", "scopes"]}
      created={
        created && (
          <Stack>
            <Text size="sm">Client id</Text>
            <code className="code-block">{created.client_id}</code>
            <CopyText text={created.client_id} label="Copy client id" />
            {created.client_secret && <SecretOnce label="Client secret" secret={created.client_secret} />}
          </Stack>
        )
      }
    >
      <TextInput
        label="Name"
        description="Users see it when they are asked"
        required
        data-autofocus
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={faultOf(create.error, "name")}
      />
      <TagsInput
        label="Redirect addresses"
        description="Where users come back to, exactly; each ended with Enter"
        value={draft.redirect_uris}
        onChange={(redirect_uris) => set({ redirect_uris })}
        error={faultOf(create.error, "redirect_uris")}
        clearable
        clearButtonProps={{ "aria-label": "Remove all addresses" }}
      />
      <Switch
        label="Public: it cannot keep a secret"
        description="An application in a browser or on a phone. It must use PKCE then."
        checked={draft.public}
        onChange={(event) => set({ public: event.currentTarget.checked })}
      />
      <ScopePicker
        label="Scopes that it may ask for"
        value={draft.scopes}
        onChange={(scopes) => set({ scopes })}
        offered={user.scopes}
        error={faultOf(create.error, "scopes")}
      />
    </FormModal>
  );
}
