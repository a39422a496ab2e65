import { Button, CloseButton, Group, Text } from "@mantine/core";

export interface Chip {
  key: string;
  /** Field and value, such as "Type: server". */
  label: string;
  remove: () => void;
}

/** The filters in force, each to be taken off, and all of them. */
export function Chips({ chips, clear }: { chips: readonly Chip[]; clear: () => void }) {
  if (chips.length === 0) return null;
  return (
    <Group gap={6} component="section" aria-label="Filters in force">
      {chips.map(({ key, label, remove }) => (
        <Group key={key} gap={2} wrap="nowrap" className="chip">
          <Text size="xs" className="clip" maw={260} title={label.slice(0, 500)}>
            <bdi>{label.slice(0, 200)}</bdi>
          </Text>
          <CloseButton size="xs" aria-label={`Remove the filter ${label.slice(0, 80)}`} onClick={remove} />
        </Group>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={clear}>
        Clear all
      </Button>
    </Group>
  );
}
