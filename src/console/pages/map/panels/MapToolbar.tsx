import { Group, NumberInput, Select, Switch } from "@mantine/core";
import { CiPicker } from "../../../components/CiPicker";
import type { GraphNode } from "../graph-data";
import type { MapActions } from "../map-actions";
import { DEFAULT_DEPTH, MAX_DEPTH, type MapSearch } from "../map-search";
import { FilterMenu } from "./FilterMenu";

const DIRECTIONS = [
  { value: "both", label: "Both ways" },
  { value: "upstream", label: "What they need" },
  { value: "downstream", label: "What needs them" },
];
const GROUPS = [
  { value: "none", label: "No frames" },
  { value: "location", label: "By location" },
  { value: "service", label: "By service" },
  { value: "type", label: "By type" },
];

/** Where the map begins, how far it goes, which way, and how it is framed. */
export function MapToolbar({
  search,
  actions,
  nodes,
}: {
  search: MapSearch;
  actions: MapActions;
  nodes: readonly GraphNode[];
}) {
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label="What the map shows">
      <div style={{ flex: "1 1 180px", maxWidth: 260 }}>
        <CiPicker
          label="Add a CI"
          isLabelHidden
          placeholder="Add a CI"
          size="xs"
          pick={({ id }) => actions.addRoot(id)}
        />
      </div>
      <NumberInput
        aria-label="Steps from where it begins"
        size="xs"
        w={92}
        min={0}
        max={MAX_DEPTH}
        clampBehavior="strict"
        allowDecimal={false}
        suffix={(search.depth ?? DEFAULT_DEPTH) === 1 ? " step" : " steps"}
        value={search.depth ?? DEFAULT_DEPTH}
        onChange={(value) => {
          if (typeof value === "number" && value !== (search.depth ?? DEFAULT_DEPTH)) actions.change({ depth: value });
        }}
      />
      <Select
        aria-label="Direction"
        size="xs"
        w={150}
        data={DIRECTIONS}
        allowDeselect={false}
        value={search.direction ?? "both"}
        onChange={(value) =>
          actions.change({ direction: value === "upstream" || value === "downstream" ? value : undefined })
        }
      />
      <Select
        aria-label="Frames"
        size="xs"
        w={130}
        data={GROUPS}
        allowDeselect={false}
        value={search.group ?? "none"}
        onChange={(value) =>
          actions.change({ group: value === "none" ? undefined : ((value ?? undefined) as MapSearch["group"]) })
        }
      />
      <FilterMenu search={search} actions={actions} nodes={nodes} />
      <Switch
        size="xs"
        label="Installed software"
        checked={search.software ?? false}
        onChange={({ currentTarget }) => actions.change({ software: currentTarget.checked || undefined })}
      />
    </Group>
  );
}
