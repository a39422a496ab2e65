import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { SecretOnce } from "../../../components/SecretOnce";
import { generatePassword } from "./password";

export interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
  generated: string | undefined;
  setGenerated: (password: string | undefined) => void;
  error?: string | undefined;
}

/** A password for somebody else: typed, or generated and then shown to be handed over. */
export function PasswordField({ label, value, onChange, generated, setGenerated, error }: PasswordFieldProps) {
  const generate = () => {
    const password = generatePassword();
    setGenerated(password);
    onChange(password);
  };
  return (
    <Stack gap="xs">
      <Group align="flex-end" wrap="nowrap">
        <PasswordInput
          label={label}
          description="At least 12 characters, not easily guessed"
          autoComplete="new-password"
          required
          flex={1}
          minLength={12}
          maxLength={256}
          value={value}
          onChange={(event) => {
            setGenerated(undefined);
            onChange(event.currentTarget.value);
          }}
          error={error}
        />
        <Button variant="default" onClick={generate}>
          Generate
        </Button>
      </Group>
      {generated && (
        <SecretOnce label="Password" secret={generated} hint="Give it to the user. It holds once the form is sent." />
      )}
    </Stack>
  );
}
