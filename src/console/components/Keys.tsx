import { Group, Kbd, Text } from "@mantine/core";

/** What keys of a page do. Left out where there is no keyboard to be expected. */
export function Keys({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  return (
    <Group gap="sm" visibleFrom="sm" role="note" aria-label="Keys" className="keys">
      {keys.map(([key, does]) => (
        <Text key={key} size="xs" c="dimmed" component="span">
          <Kbd size="xs">{key}</Kbd> {does}
        </Text>
      ))}
    </Group>
  );
}
