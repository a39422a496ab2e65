import { Alert, Button, PasswordInput, Stack } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { bodyOf, v1 } from "../../api/client";
import { login } from "../../api/session";
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
  const change = useMutation({
    mutationFn: async ({ current, chosen, again }: { current: string; chosen: string; again: string }) => {
      if (chosen !== again) throw new Error("The two new passwords differ");
      await bodyOf(v1.POST("/v1/auth/password", { body: { current_password: current, new_password: chosen } }));
      // A changed password ends the logins made with the old one.
      await login({ email: session!.user.email, password: chosen, tenant: session!.user.tenant });
    },
    onSuccess: () => router.history.push(router.basepath + next),
  });
  if (!session) return <PageLoading />;
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
          {session.mustChangePassword && <Alert>Your password was generated. Choose one of your own to go on.</Alert>}
          {change.error && (
            <Alert color="red" role="alert">
              {change.error.message}
            </Alert>
          )}
          <input type="hidden" name="username" autoComplete="username" value={session.user.email} readOnly />
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
