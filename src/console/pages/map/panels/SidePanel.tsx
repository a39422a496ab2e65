import { SegmentedControl, Text, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { type Column, DataTable } from "../../../components/DataTable";
import { EmptyState } from "../../../components/EmptyState";
import { StatusMark } from "../../../components/StatusMark";
import { useTyped } from "../../../components/use-typed";
import { markWords } from "../canvas/elements";
import type { GraphLink, GraphNode, Mark, Shown, useGraph } from "../graph-data";
import type { MapActions } from "../map-actions";
import type { MapSearch } from "../map-search";
import { ImpactPanel } from "./ImpactPanel";
import { SelectedPanel } from "./SelectedPanel";
import { useKeptFocus } from "./use-kept-focus";

export interface SideProps {
  search: MapSearch;
  actions: MapActions;
  nodes: readonly GraphNode[];
  links: readonly GraphLink[];
  shown: Shown;
  marks: ReadonlyMap<string, Mark>;
  impact: ReturnType<typeof useGraph>["impact"];
  isLoading: boolean;
  /** Selects a CI and brings it into the middle. */
  onLook: (id: string) => void;
}

/** Beside the map: the list of what it shows, the selected CI, and what its failure would do. */
export function SidePanel(props: SideProps) {
  const { search, actions, nodes } = props;
  const selected = nodes.find(({ id }) => id === search.selected);
  const kept = useKeptFocus();
  return (
    <aside className="map-side" aria-label="What the map shows" tabIndex={-1} {...kept}>
      {search.impact && <ImpactPanel {...props} />}
      {selected ? (
        <SelectedPanel {...props} node={selected} onClose={() => actions.select(undefined)} />
      ) : (
        <NodeList {...props} />
      )}
    </aside>
  );
}

const columnsOf = (marks: ReadonlyMap<string, Mark>): readonly Column<GraphNode>[] => [
  {
    id: "name",
    header: "CI",
    cell: ({ id, name, type }) => (
      <>
        <bdi className="clip" title={name.slice(0, 1_000)}>
          {name.slice(0, 120)}
        </bdi>
        <Text size="xs" c="dimmed" component="span" className="clip" lh={1.1}>
          {[type.replaceAll("_", " "), markWords(marks.get(id))].filter(Boolean).join(", ")}
        </Text>
      </>
    ),
  },
  { id: "health", header: "Health", width: "118px", cell: ({ health }) => <StatusMark state={health} /> },
];

const ORDERS = [
  { value: "hop", label: "Nearest" },
  { value: "health", label: "Worst" },
  { value: "name", label: "Name" },
];
const WORST = ["critical", "degraded", "unknown", "maintenance", "inactive", "healthy"];

/** The same CIs as in the map, to be found and reached with the keyboard. */
function NodeList({ search, actions, shown, marks, isLoading, onLook }: SideProps) {
  const [order, setOrder] = useState("hop");
  const find = useTyped(search.find ?? "", (text) => actions.change({ find: text || undefined }, true));
  const columns = useMemo(() => columnsOf(marks), [marks]);
  const words = search.find?.trim().toLowerCase();
  const rows = shown.visible
    .filter(({ name, type }) => !words || name.toLowerCase().includes(words) || type.includes(words))
    .sort(
      (a, b) =>
        (order === "hop"
          ? a.hop - b.hop
          : order === "health"
            ? WORST.indexOf(a.health) - WORST.indexOf(b.health)
            : 0) || a.name.localeCompare(b.name),
    );
  return (
    <>
      <TextInput
        aria-label="Find in the map"
        placeholder="Find in the map"
        size="xs"
        mb={6}
        leftSection={<Search size={14} aria-hidden />}
        {...find}
        onKeyDown={(event) => {
          if (event.key === "Enter" && rows[0]) onLook(rows[0].id);
        }}
      />
      <SegmentedControl
        size="xs"
        mb={6}
        data={ORDERS}
        value={order}
        onChange={setOrder}
        aria-label="Order of the list"
      />
      <DataTable
        label="CIs of the map"
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        isLoading={isLoading}
        height="calc(100dvh - 330px)"
        onOpen={({ id }) => (search.from && !search.to ? actions.choose(id) : onLook(id))}
        empty={
          <EmptyState title={search.find ? "Nothing in the map is named so" : "Nothing is left"}>
            {search.find ? "Clear what you typed to see all." : "Filters hide everything: clear them to see the map."}
          </EmptyState>
        }
      />
    </>
  );
}
