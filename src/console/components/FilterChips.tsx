import { Button, Group, Pill } from "@mantine/core";

export interface Chip {
  label: string;
  clear: () => void;
}

/** The filters that hold, each to be taken away by itself, or all at once. */
export function FilterChips({ chips, clearAll }: { chips: readonly Chip[]; clearAll: () => void }) {
  if (chips.length === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Filters that hold">
      {chips.map(({ label, clear }) => (
        <Pill
          key={label}
          withRemoveButton
          onRemove={clear}
          removeButtonProps={{ "aria-label": `Remove filter ${label}`, tabIndex: 0, "aria-hidden": false }}
          maw="100%"
          title={label}
        >
          <bdi>{label}</bdi>
        </Pill>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={clearAll}>
        Clear all
      </Button>
    </Group>
  );
}
