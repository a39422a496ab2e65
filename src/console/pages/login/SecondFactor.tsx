import { Button, Group, Modal, PasswordInput, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { FormFaults } from "../../components/FormFaults";
import { notifyDone } from "../../components/notify";
import { StatusMark } from "../../components/StatusMark";
import { usePrivateAction } from "../../components/use-private-action";
import { SecondFactorSetup } from "./SecondFactorSetup";

/** Whether a code is asked for beside the password, and how to turn that on and off. */
export function SecondFactor({ isOn }: { isOn: boolean | undefined }) {
  const [shown, setShown] = useState<"setup" | "removal">();
  if (isOn === undefined) return <Skeleton height={60} aria-label="Loading" />;
  const close = () => setShown(undefined);
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="xs">
        <StatusMark state={isOn ? "active" : "inactive"} />
        <Text size="sm">
          {isOn
            ? "Each login asks for a code of your authenticator app."
            : "Your password alone lets you in. With an authenticator app it takes both."}
        </Text>
      </Group>
      {isOn ? (
        <Button size="xs" variant="light" color="red" onClick={() => setShown("removal")}>
          Remove second factor
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => setShown("setup")}>
          Set up a second factor
        </Button>
      )}
      {shown === "setup" && <SecondFactorSetup close={close} />}
      {shown === "removal" && <Removal close={close} />}
    </Stack>
  );
}

function Removal({ close }: { close: () => void }) {
  const queries = useQueryClient();
  const remove = usePrivateAction(async (form: FormData) => {
    const body = { password: String(form.get("password")), totp_code: String(form.get("code")).trim() };
    await bodyOf(v1.DELETE("/v1/auth/totp", { body }));
    await queries.invalidateQueries({ queryKey: ["user"] });
    notifyDone("The second factor is removed");
    close();
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void remove.run(new FormData(event.currentTarget));
  };
  return (
    <Modal opened onClose={close} title="Remove your second factor?" closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">Your password alone lets you in from then on.</Text>
          <FormFaults error={remove.error} />
          <PasswordInput name="password" label="Password" autoComplete="current-password" required data-autofocus />
          <TextInput
            name="code"
            label="Code, or a recovery code"
            autoComplete="one-time-code"
            required
            maxLength={64}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={remove.isPending}>
              Remove
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
