import { Button, CloseButton, Group, Text } from "@mantine/core";
import type { GraphNode, useGraph } from "../graph-data";
import type { MapActions } from "../map-actions";
import { listOf, type MapSearch, withoutId } from "../map-search";
import { wordOf } from "./FilterMenu";

const MOST = 12;
const FILTERS = [
  ["healths", "Health"],
  ["types", "Type"],
  ["statuses", "Status"],
] as const;

/** Everything that shapes the map, each to be seen and taken away. */
export function FilterChips({
  search,
  actions,
  nodes,
  path,
}: {
  search: MapSearch;
  actions: MapActions;
  nodes: readonly GraphNode[];
  path: ReturnType<typeof useGraph>["path"];
}) {
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | undefined) => (id && names.get(id)) || "a CI";
  const roots = listOf(search.roots);
  const filters = FILTERS.flatMap(([key, title]) => listOf(search[key]).map((value) => ({ key, title, value })));
  const isFiltered = filters.length > 0 || search.fold !== undefined || search.find !== undefined;
  return (
    <Group gap={6} role="group" aria-label="Set for this map">
      {roots.slice(0, MOST).map((id) => (
        <Chip
          key={id}
          word="From"
          value={nameOf(id)}
          {...(roots.length > 1 && { onClear: () => actions.dropRoots([id]) })}
        />
      ))}
      {roots.length > MOST && <Chip word="From" value={`${roots.length - MOST} more`} />}
      {listOf(search.expand).length > 0 && (
        <Chip
          word="Expanded"
          value={String(listOf(search.expand).length)}
          onClear={() => actions.change({ expand: undefined })}
        />
      )}
      {filters.map(({ key, title, value }) => (
        <Chip
          key={`${key} ${value}`}
          word={title}
          value={wordOf(key, value)}
          onClear={() => actions.change({ [key]: withoutId(search[key], value) })}
        />
      ))}
      {search.fold && (
        <Chip
          word="Folded"
          value={listOf(search.fold).map(nameOf).slice(0, 3).join(", ")}
          onClear={() => actions.change({ fold: undefined })}
        />
      )}
      {search.find && (
        <Chip word="Found" value={search.find} onClear={() => actions.change({ find: undefined }, true)} />
      )}
      {search.impact && (
        <Chip word="If it fails" value={nameOf(search.impact)} onClear={() => actions.change({ impact: undefined })} />
      )}
      {search.from && (
        <Chip
          word="Path"
          value={pathWords(search, nameOf, path)}
          onClear={() => actions.change({ from: undefined, to: undefined })}
        />
      )}
      {isFiltered && (
        <Button variant="subtle" size="compact-xs" onClick={actions.clearFilters}>
          Clear all filters
        </Button>
      )}
    </Group>
  );
}

function pathWords(
  { from, to }: MapSearch,
  nameOf: (id: string | undefined) => string,
  path: ReturnType<typeof useGraph>["path"],
): string {
  if (!to) return `from ${nameOf(from)}: choose the other end in the map or the list`;
  const ends = `${nameOf(from)} to ${nameOf(to)}`;
  if (path.error) return `${ends}: ${path.error.message}`;
  if (!path.data) return `${ends}: looking`;
  const [first] = path.data.paths;
  if (!first) return `${ends}: not connected within 8 steps`;
  const count = path.data.paths.length;
  return `${ends}: ${first.length - 1} steps${count > 1 ? `, ${count}${path.data.truncated ? " or more" : ""} ways` : ""}`;
}

function Chip({ word, value, onClear }: { word: string; value: string; onClear?: () => void }) {
  return (
    <span className="map-chip">
      <Text size="xs" c="dimmed" component="span">
        {word}
      </Text>
      <bdi className="clip" title={value.slice(0, 1_000)}>
        {value.slice(0, 120)}
      </bdi>
      {onClear && <CloseButton size="xs" aria-label={`Take away: ${word} ${value.slice(0, 60)}`} onClick={onClear} />}
    </span>
  );
}
