import { Alert, Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { Check, Copy, KeyRound } from "lucide-react";

/** A secret that the service shows only now, with a way to copy it. It is kept nowhere but in what is shown. */
export function SecretOnce({ label, secret, hint }: { label: string; secret: string; hint?: string }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<KeyRound aria-hidden />}
      title={`${label}: shown only now`}
      role="status"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{hint ?? "Copy it to where it is needed. It cannot be shown again."}</Text>
        <code className="code-block" data-secret dir="ltr">
          {secret}
        </code>
        <CopyText text={secret} label={`Copy ${label.toLowerCase()}`} />
      </Stack>
    </Alert>
  );
}

export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <CopyButton value={text} timeout={3_000}>
      {({ copied, copy }) => (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
            onClick={copy}
          >
            {copied ? "Copied" : label}
          </Button>
        </Group>
      )}
    </CopyButton>
  );
}
