import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { bodyOf, v1 } from "../../api/client";
import { ApiError } from "../../api/error";
import { type Credentials, login } from "../../api/session";
import { useMaybeSession } from "../../app/session-context";
import { PageLoading } from "../../components/PageLoading";
import { LoginFrame } from "./LoginFrame";

const route = getRouteApi("/password");

/** Changes the own password; everybody with a generated one comes here first. */
export function PasswordPage() {
  useDocumentTitle("Change your password · Orrery");
  const { next = "/" } = route.useSearch();
  const session = useMaybeSession();
  const router = useRouter();
  // A changed password ends the logins made with the old one. The new login may need a code of the second factor.
  const [awaitsCode, setAwaitsCode] = useState<Credentials>();
  const goOn = () => router.history.push(router.basepath + next);
  if (awaitsCode) return <CodeForm credentials={awaitsCode} done={goOn} />;
  if (!session) return <PageLoading />;
  return (
    <ChangeForm
      email={session.user.email}
      tenant={session.user.tenant}
      mustChange={session.mustChangePassword}
      done={goOn}
      needsCode={setAwaitsCode}
    />
  );
}

interface ChangeFormProps {
  email: string;
  tenant: string;
  mustChange: boolean;
  done: () => void;
  needsCode: (credentials: Credentials) => void;
}

function ChangeForm({ email, tenant, mustChange, done, needsCode }: ChangeFormProps) {
  const change = useMutation({
    mutationFn: async ({ current, chosen, again }: { current: string; chosen: string; again: string }) => {
      if (chosen !== again) throw new Error("The two new passwords differ");
      await bodyOf(v1.POST("/v1/auth/password", { body: { current_password: current, new_password: chosen } }));
      const credentials = { email, password: chosen, tenant };
      try {
        await login(credentials);
      } catch (error) {
        if (!(error instanceof ApiError && error.members.totp_required === true)) throw error;
        return needsCode(credentials);
      }
      done();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    change.mutate({ current: text("current"), chosen: text("chosen"), again: text("again") });
  };
  return (
    <LoginFrame title="Change your password">
      <form onSubmit={submit}>
        <Stack>
          {mustChange && <Alert>Your password was generated. Choose one of your own to go on.</Alert>}
          <Fault error={change.error} />
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordInput name="current" label="Present password" autoComplete="current-password" required autoFocus />
          <PasswordInput name="chosen" label="New password" autoComplete="new-password" required />
          <PasswordInput name="again" label="New password again" autoComplete="new-password" required />
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Stack>
      </form>
    </LoginFrame>
  );
}

function CodeForm({ credentials, done }: { credentials: Credentials; done: () => void }) {
  const attempt = useMutation({
    mutationFn: (code: string) => login({ ...credentials, totp_code: code }),
    onSuccess: done,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    attempt.mutate(String(new FormData(event.currentTarget).get("totp_code") ?? "").trim());
  };
  return (
    <LoginFrame title="Log in with the new password">
      <form onSubmit={submit}>
        <Stack>
          <Alert role="status">Your password is changed. The login with it needs a code of your second factor.</Alert>
          <Fault error={attempt.error} />
          <TextInput
            name="totp_code"
            label="Code of your second factor"
            autoComplete="one-time-code"
            required
            autoFocus
            maxLength={64}
          />
          <Button type="submit" loading={attempt.isPending}>
            Log in
          </Button>
        </Stack>
      </form>
    </LoginFrame>
  );
}

function Fault({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Alert color="red" role="alert">
      {error.message}
    </Alert>
  );
}
