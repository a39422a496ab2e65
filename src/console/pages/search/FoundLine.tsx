import { Group, Text } from "@mantine/core";
import { StatusMark } from "../../components/StatusMark";
import type { Found } from "./kinds";

/** One thing that was found, on one line. */
export function FoundLine({ found: { name, hint, state } }: { found: Found }) {
  return (
    <Group wrap="nowrap" gap="sm">
      <div style={{ flex: 1, minWidth: 0 }}>
        <bdi className="clip" title={name.slice(0, 500)} style={{ fontWeight: 500 }}>
          {name.slice(0, 300)}
        </bdi>
        <Text size="xs" c="dimmed" component="div">
          <bdi className="clip">{hint.slice(0, 300)}</bdi>
        </Text>
      </div>
      {state && (
        <div style={{ flex: "none" }}>
          <StatusMark state={state} />
        </div>
      )}
    </Group>
  );
}
