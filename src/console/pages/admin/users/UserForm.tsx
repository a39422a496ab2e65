import { Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { useSession } from "../../../app/session-context";
import { FormFaults, faultOf } from "../../../components/FormFaults";
import { notifyDone } from "../../../components/notify";
import { ScopePicker } from "../../../components/ScopePicker";

type User = components["schemas"]["User"];

/** Changes a user. The password has a form of its own. */
export function UserForm({ user }: { user: User }) {
  const { user: me } = useSession();
  const queries = useQueryClient();
  const [draft, setDraft] = useState({
    name: user.name,
    email: user.email,
    administrator: user.administrator,
    scopes: user.scopes,
    must_change_password: user.must_change_password,
  });
  const save = useMutation({
    mutationFn: () =>
      bodyOf(v1.PUT("/v1/admin/users/{id}", { params: { path: { id: user.id } }, body: changesOf(user, draft) })),
    onSuccess: () => {
      notifyDone("The user is changed");
      return queries.invalidateQueries({ queryKey: ["user"] });
    },
  });
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const isChanged = Object.keys(changesOf(user, draft)).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFaults error={save.error} shown={["name", "email", "scopes"]} />
        <TextInput
          label="Email"
          type="email"
          required
          value={draft.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
          error={faultOf(save.error, "email")}
        />
        <TextInput
          label="Name"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={faultOf(save.error, "name")}
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
            error={faultOf(save.error, "scopes")}
          />
        )}
        <Switch
          label="Must change the password at the next login"
          description="Ends the user's logins"
          checked={draft.must_change_password}
          onChange={(event) => set({ must_change_password: event.currentTarget.checked })}
        />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Only what differs: two administrators at once do not undo each other's work. */
function changesOf<T extends object>(before: T, draft: Partial<T>): Partial<T> {
  const entries = Object.entries(draft).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}
