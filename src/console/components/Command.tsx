import { Group, Text } from "@mantine/core";
import { CopyText } from "./SecretOnce";

/** A command to copy. */
export function Command({ label, command }: { label: string; command: string }) {
  return (
    <div>
      <Group justify="space-between" mb={4} gap="xs">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyText text={command} label="Copy" />
      </Group>
      <pre className="code-block" dir="ltr">
        {command}
      </pre>
    </div>
  );
}
