import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { ApiError } from "../../api/error";
import { type Credentials, login, whyEnded } from "../../api/session";
import { queryClient } from "../../app/query";
import { useMaybeSession } from "../../app/session-context";
import { LoginFrame } from "./LoginFrame";

const route = getRouteApi("/login");
const ENDED = { none: undefined, expired: "Your session is over. Log in again.", "logged-out": "You are logged out." };

export function LoginPage() {
  useDocumentTitle("Log in · Orrery");
  const { next = "/" } = route.useSearch();
  const session = useMaybeSession();
  const router = useRouter();
  const [asked, setAsked] = useState({ code: false, tenant: false });
  const attempt = useMutation({
    mutationFn: login,
    onMutate: () => queryClient.clear(),
    onError: (error) => {
      const { totp_required: code, tenant_required: tenant } = wantedBy(error);
      if (code || tenant) setAsked((before) => ({ code: before.code || code, tenant: before.tenant || tenant }));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    attempt.mutate(credentialsOf(new FormData(event.currentTarget)));
  };
  const isLoggedIn = session !== undefined;
  // Whether by this form or in another tab.
  useEffect(() => {
    if (isLoggedIn) router.history.replace(router.basepath + next);
  }, [isLoggedIn, next, router]);
  const wanted = wantedBy(attempt.error);
  return (
    <LoginFrame title="Log in">
      <form onSubmit={submit}>
        <Stack>
          {attempt.error ? (
            <Alert color={wanted.totp_required || wanted.tenant_required ? "blue" : "red"} role="alert">
              {attempt.error.message}
            </Alert>
          ) : (
            ENDED[whyEnded()] && <Alert role="status">{ENDED[whyEnded()]}</Alert>
          )}
          <TextInput
            name="email"
            type="email"
            label="Email"
            autoComplete="username"
            required
            autoFocus
            maxLength={254}
          />
          <PasswordInput name="password" label="Password" autoComplete="current-password" required maxLength={1_000} />
          {asked.code && (
            <TextInput
              name="totp_code"
              label="Code of your second factor"
              autoComplete="one-time-code"
              autoFocus
              maxLength={64}
            />
          )}
          {asked.tenant && <TextInput name="tenant" label="Tenant" autoFocus maxLength={200} />}
          <Button type="submit" loading={attempt.isPending}>
            Log in
          </Button>
        </Stack>
      </form>
    </LoginFrame>
  );
}

function credentialsOf(form: FormData): Credentials {
  const text = (name: string) => String(form.get(name) ?? "");
  const optional = (name: "totp_code" | "tenant") => (text(name).trim() ? { [name]: text(name).trim() } : {});
  return { email: text("email").trim(), password: text("password"), ...optional("totp_code"), ...optional("tenant") };
}

function wantedBy(error: unknown): { totp_required: boolean; tenant_required: boolean } {
  const { totp_required = false, tenant_required = false } = error instanceof ApiError ? error.members : {};
  return { totp_required: totp_required === true, tenant_required: tenant_required === true };
}
