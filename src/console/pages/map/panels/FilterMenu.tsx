import { Button, Checkbox, Group, Popover, ScrollArea, Stack, Text } from "@mantine/core";
import { ListFilter } from "lucide-react";
import { HEALTH_MARKS } from "../../../../model/health-marks";
import type { GraphNode } from "../graph-data";
import type { MapActions } from "../map-actions";
import { joined, listOf, type MapSearch } from "../map-search";

const KINDS = [
  { key: "healths", title: "Health", of: ({ health }: GraphNode) => health as string },
  { key: "types", title: "Type", of: ({ type }: GraphNode) => type },
  { key: "statuses", title: "Status", of: ({ status }: GraphNode) => status as string },
] as const;

/** Chooses which types, healths and statuses are shown; each with its count. */
export function FilterMenu({
  search,
  actions,
  nodes,
}: {
  search: MapSearch;
  actions: MapActions;
  nodes: readonly GraphNode[];
}) {
  const set = KINDS.reduce((sum, { key }) => sum + listOf(search[key]).length, 0);
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<ListFilter size={14} aria-hidden />}>
          {set > 0 ? `Filters (${set})` : "Filters"}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Filters">
        <ScrollArea.Autosize mah="60dvh">
          {KINDS.map(({ key, title, of }) => (
            <Checkbox.Group
              key={key}
              label={title}
              mb="sm"
              value={listOf(search[key])}
              onChange={(values) => actions.change({ [key]: joined(values) })}
            >
              <Stack gap={6} mt={6}>
                {countsOf(nodes.map(of), listOf(search[key])).map(([value, count]) => (
                  <Group key={value} justify="space-between" wrap="nowrap">
                    <Checkbox size="xs" value={value} label={wordOf(key, value)} />
                    <Text size="xs" c="dimmed" className="numeric">
                      {count}
                    </Text>
                  </Group>
                ))}
              </Stack>
            </Checkbox.Group>
          ))}
        </ScrollArea.Autosize>
        <Text size="xs" c="dimmed">
          Nothing moves when something is hidden. Where the map begins is shown always.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Most frequent first, and what is chosen although there is none of it. */
function countsOf(values: readonly string[], chosen: readonly string[]): [string, number][] {
  const counts = new Map(chosen.map((value) => [value, 0]));
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

export function wordOf(key: "healths" | "types" | "statuses", value: string): string {
  if (key === "healths" && Object.hasOwn(HEALTH_MARKS, value)) {
    return HEALTH_MARKS[value as keyof typeof HEALTH_MARKS].word;
  }
  return value.replaceAll("_", " ");
}
