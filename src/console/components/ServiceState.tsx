import { Group, Text } from "@mantine/core";
import { StatusMark } from "./StatusMark";

/** Health of a business service, and how critical it is where that is known. */
export function ServiceState({ health, criticality }: { health: string; criticality: string | null }) {
  return (
    <Group gap="md">
      <StatusMark state={health} />
      {criticality && (
        <Text size="xs" c="dimmed">
          Criticality: {criticality}
        </Text>
      )}
    </Group>
  );
}
