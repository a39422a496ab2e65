import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { FormFaults } from "../../components/FormFaults";
import { QrCode } from "../../components/QrCode";
import { SecretOnce } from "../../components/SecretOnce";
import { usePrivateAction } from "../../components/use-private-action";

interface Enrolment {
  secret: string;
  otpauth_url: string;
}

/** Sets up the second factor: the secret for the app, a code to prove it, then the recovery codes, each shown once. */
export function SecondFactorSetup({ close }: { close: () => void }) {
  const queries = useQueryClient();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const enroll = usePrivateAction(async () =>
    setEnrolment(await bodyOf(v1.POST("/v1/auth/totp/enroll", { body: {} }))),
  );
  const confirm = usePrivateAction(async (code: string) => {
    const answer = await bodyOf(v1.POST("/v1/auth/totp/confirm", { body: { totp_code: code } }));
    setCodes(answer.recovery_codes);
    await queries.invalidateQueries({ queryKey: ["user"] });
  });
  const hasAsked = useRef(false);
  const { run } = enroll;
  useEffect(() => {
    // Asking again would replace the secret that is shown.
    if (!hasAsked.current) void run();
    hasAsked.current = true;
  }, [run]);
  return (
    <Modal
      opened
      onClose={close}
      title={codes ? "Recovery codes" : "Set up a second factor"}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!codes}
      withCloseButton={!codes}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} close={close} />
      ) : (
        <Stack>
          <FormFaults error={enroll.error} />
          {enrolment ? (
            <ConfirmForm enrolment={enrolment} isPending={confirm.isPending} error={confirm.error} send={confirm.run} />
          ) : (
            !enroll.error && <Skeleton height={160} aria-label="Loading" />
          )}
        </Stack>
      )}
    </Modal>
  );
}

function ConfirmForm({
  enrolment,
  isPending,
  error,
  send,
}: {
  enrolment: Enrolment;
  isPending: boolean;
  error: unknown;
  send: (code: string) => Promise<void>;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(String(new FormData(event.currentTarget).get("code")).replaceAll(/\s/g, ""));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          1. Scan the code with your authenticator app, or add the secret by hand or by the address.
        </Text>
        <QrCode text={enrolment.otpauth_url} label="QR code of the otpauth address below" />
        <SecretOnce label="Secret" secret={enrolment.secret} hint="Type it into the app, as a key based on time." />
        <SecretOnce
          label="Otpauth address"
          secret={enrolment.otpauth_url}
          hint="Password managers take the whole address."
        />
        <Text size="sm">2. Type the code that the app shows. From then on each login asks for one.</Text>
        <FormFaults error={error} />
        <TextInput
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={8}
          maw={200}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  return (
    <Stack>
      <Text size="sm">The second factor is on. If you lose the app, each of these codes lets you in once.</Text>
      <SecretOnce label="Recovery codes" secret={codes.join("\n")} hint="Keep them where you keep passwords." />
      <Group justify="flex-end">
        <Button onClick={close}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
