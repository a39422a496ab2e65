import { Fieldset, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import { faultOf } from "../../../components/FormFaults";
import type { Draft } from "./draft";

interface SecretsProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  error: unknown;
  isChange: boolean;
}

const KEPT = "Stored already; left empty it stays";

/** How the service proves itself to the service desk. */
export function CredentialFields({ draft, set, error, isChange }: SecretsProps) {
  const { credentials } = draft;
  const text = (name: keyof Draft["credentials"]) => ({
    value: credentials[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ credentials: { ...credentials, [name]: event.currentTarget.value } }),
    error: faultOf(error, `credentials.${name}`),
  });
  const secret = { autoComplete: "off", description: isChange ? KEPT : undefined };
  return (
    <Fieldset legend="Credentials for the service desk">
      <Select
        label="Kind of credentials"
        data={[
          { value: "none", label: "None" },
          { value: "bearer", label: "A token" },
          { value: "basic", label: "Name and password" },
          { value: "client_credentials", label: "OAuth client credentials" },
        ]}
        value={credentials.type}
        allowDeselect={false}
        onChange={(type) => type && set({ credentials: { ...credentials, type } })}
        error={faultOf(error, "credentials")}
      />
      {credentials.type === "bearer" && <PasswordInput mt="xs" label="Token" {...secret} {...text("token")} />}
      {credentials.type === "basic" && (
        <>
          <TextInput mt="xs" label="User name" autoComplete="off" {...text("username")} />
          <PasswordInput mt="xs" label="Password" {...secret} {...text("password")} />
        </>
      )}
      {credentials.type === "client_credentials" && (
        <>
          <TextInput mt="xs" label="Token address" type="url" {...text("token_url")} />
          <TextInput mt="xs" label="Client id" {...text("client_id")} />
          <PasswordInput mt="xs" label="Client secret" {...secret} {...text("client_secret")} />
        </>
      )}
    </Fieldset>
  );
}

/** How the service desk proves itself to the service. */
export function InboundFields({ draft, set, error, isChange }: SecretsProps) {
  const { inbound } = draft;
  const text = (name: keyof Draft["inbound"]) => ({
    value: inbound[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ inbound: { ...inbound, [name]: event.currentTarget.value } }),
    error: faultOf(error, `inbound.${name}`),
  });
  return (
    <Fieldset legend="How the service desk proves itself">
      <Select
        label="Kind of proof"
        data={[
          { value: "secret", label: "A secret in a header" },
          { value: "hmac", label: "An HMAC of the message" },
          { value: "jwt", label: "A signed token (JWT)" },
        ]}
        value={inbound.type}
        allowDeselect={false}
        onChange={(type) => type && set({ inbound: { ...inbound, type } })}
        error={faultOf(error, "inbound")}
      />
      {inbound.type === "jwt" ? (
        <>
          <TextInput mt="xs" label="Audience" required {...text("audience")} />
          <TextInput
            mt="xs"
            label="Issuer"
            description="Its keys are fetched, unless a key is given"
            type="url"
            {...text("issuer")}
          />
          <Textarea
            mt="xs"
            label="Public key"
            description="PEM"
            autosize
            minRows={2}
            maxRows={8}
            {...text("public_key")}
          />
        </>
      ) : (
        <>
          <TextInput mt="xs" label="Header" required {...text("header")} />
          <PasswordInput
            mt="xs"
            label="Secret"
            description={isChange ? KEPT : "16 characters or more"}
            autoComplete="off"
            required={!isChange}
            {...text("secret")}
          />
        </>
      )}
    </Fieldset>
  );
}
