import { Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Scope } from "../../../../model/scopes";
import { bodyOf, v1 } from "../../../api/client";
import { useSession } from "../../../app/session-context";
import { FormFaults, faultOf } from "../../../components/FormFaults";
import { notifyDone } from "../../../components/notify";
import { ScopePicker } from "../../../components/ScopePicker";
import { usePrivateAction } from "../../../components/use-private-action";
import { PasswordField } from "./PasswordField";

const EMPTY = {
  email: "",
  name: "",
  password: "",
  administrator: false,
  scopes: ["cmdb.read", "events.read", "services.read", "discovery.read"] as Scope[],
  must_change_password: true,
};

export function NewUserForm({ close }: { close: () => void }) {
  const { user: me } = useSession();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [generated, setGenerated] = useState<string>();
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const create = usePrivateAction(async () => {
    const { scopes, administrator, ...rest } = draft;
    const body = { ...rest, administrator, scopes: administrator ? [] : scopes };
    await bodyOf(v1.POST("/v1/admin/users", { body }));
    await queries.invalidateQueries({ queryKey: ["user"] });
    notifyDone("The user is created");
    close();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFaults error={create.error} shown={["email", "name", "password", "scopes"]} />
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="off"
          data-autofocus
          value={draft.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
          error={faultOf(create.error, "email")}
        />
        <TextInput
          label="Name"
          autoComplete="off"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={faultOf(create.error, "name")}
        />
        <PasswordField
          label="First password"
          value={draft.password}
          onChange={(password) => set({ password })}
          generated={generated}
          setGenerated={setGenerated}
          error={faultOf(create.error, "password")}
        />
        <Switch
          label="Must change the password at the first login"
          checked={draft.must_change_password}
          onChange={(event) => set({ must_change_password: event.currentTarget.checked })}
        />
        <Switch
          label="Administrator"
          description="Has every scope, also those of later versions"
          checked={draft.administrator}
          onChange={(event) => set({ administrator: event.currentTarget.checked })}
        />
        {!draft.administrator && (
          <ScopePicker
            label="Scopes"
            value={draft.scopes}
            onChange={(scopes) => set({ scopes })}
            offered={me.scopes}
            error={faultOf(create.error, "scopes")}
          />
        )}
        <Group>
          <Button type="submit" loading={create.isPending}>
            Create user
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
