import { Button, Divider, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../../api/client";
import type { components } from "../../../api/v1";
import { useSession } from "../../../app/session-context";
import { ConfirmModal } from "../../../components/ConfirmModal";
import { FormFaults, faultOf } from "../../../components/FormFaults";
import { notifyDone } from "../../../components/notify";
import { usePrivateAction } from "../../../components/use-private-action";
import { PasswordField } from "./PasswordField";

type User = components["schemas"]["User"];

/** What is done to a user beside changing fields: another password, without second factor, deletion. */
export function UserActions({ user, close }: { user: User; close: () => void }) {
  const { user: me } = useSession();
  const [asked, setAsked] = useState<"factor" | "delete">();
  const queries = useQueryClient();
  const params = { params: { path: { id: user.id } } };
  const act = useMutation({
    mutationFn: (what: "factor" | "delete") =>
      what === "factor"
        ? bodyOf(v1.DELETE("/v1/admin/users/{id}/second-factor", params))
        : bodyOf(v1.DELETE("/v1/admin/users/{id}", params)),
    onSuccess: async (_, what) => {
      setAsked(undefined);
      notifyDone(what === "factor" ? "The second factor is removed" : "The user is deleted");
      if (what === "delete") close();
      await queries.invalidateQueries({ queryKey: ["user"] });
    },
  });
  const cancel = () => {
    setAsked(undefined);
    act.reset();
  };
  if (user.id === me.id) {
    return <Text c="dimmed">Your own password and second factor are under “Your account”.</Text>;
  }
  return (
    <Stack>
      <Divider />
      <Title order={2}>Password</Title>
      <NewPassword user={user} />
      <Divider />
      <Title order={2}>Second factor and deletion</Title>
      <Group>
        {user.second_factor && (
          <Button variant="default" onClick={() => setAsked("factor")}>
            Remove second factor
          </Button>
        )}
        <Button color="red" variant="light" onClick={() => setAsked("delete")}>
          Delete user
        </Button>
      </Group>
      <ConfirmModal
        title={`Remove the second factor of ${user.email}?`}
        action="Remove second factor"
        isOpen={asked === "factor"}
        isPending={act.isPending}
        error={act.error}
        close={cancel}
        confirm={() => act.mutate("factor")}
      >
        The password alone lets the user in from then on. Do this where app and recovery codes are lost.
      </ConfirmModal>
      <ConfirmModal
        title={`Delete ${user.email}?`}
        action="Delete user"
        isOpen={asked === "delete"}
        isPending={act.isPending}
        error={act.error}
        close={cancel}
        confirm={() => act.mutate("delete")}
      >
        Logins, API keys, service accounts and OAuth clients of the user end at once. What the user did stays on record.
      </ConfirmModal>
    </Stack>
  );
}

function NewPassword({ user }: { user: User }) {
  const [password, setPassword] = useState("");
  const [generated, setGenerated] = useState<string>();
  const queries = useQueryClient();
  const change = usePrivateAction(async () => {
    await bodyOf(
      v1.PUT("/v1/admin/users/{id}", {
        params: { path: { id: user.id } },
        body: { password, must_change_password: true },
      }),
    );
    setPassword("");
    setGenerated(undefined);
    notifyDone("The password is set; the user has to change it at the next login");
    await queries.invalidateQueries({ queryKey: ["user"] });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change.run();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <FormFaults error={change.error} shown={["password"]} />
        <PasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          generated={generated}
          setGenerated={setGenerated}
          error={faultOf(change.error, "password")}
        />
        <Button type="submit" variant="default" loading={change.isPending} disabled={password === ""}>
          Set password and end the logins
        </Button>
      </Stack>
    </form>
  );
}
