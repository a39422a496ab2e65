import "./map.css";
import { Alert, Anchor, Button } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useMay } from "../../app/session-context";
import { NeedsScope } from "../../components/NeedsScope";
import { PageError } from "../../components/PageError";
import { PageHeader } from "../../components/PageHeader";
import { GraphCanvas } from "./canvas/GraphCanvas";
import type { Decoration, GraphView, ShownGraph } from "./canvas/graph-view";
import type { Point } from "./canvas/seed";
import { marksOf, shownOf, useGraph } from "./graph-data";
import { useMapActions } from "./map-actions";
import { DEFAULT_LIMIT, listOf, MAX_LIMIT, type MapSearch } from "./map-search";
import { FilterChips } from "./panels/FilterChips";
import { Legend } from "./panels/Legend";
import { MapMenu } from "./panels/MapMenu";
import { MapToolbar } from "./panels/MapToolbar";
import { SidePanel } from "./panels/SidePanel";
import { StartPanel } from "./panels/StartPanel";
import { useSavedMap } from "./saved-map";

const route = getRouteApi("/shell/map");
const NONE: never[] = [];
const NO_POSITIONS: ReadonlyMap<string, Point> = new Map();

/** The map explorer: what lies around some CIs, as far as the address says. */
export function MapPage() {
  const search = route.useSearch();
  const may = useMay();
  const saved = useSavedMap(search);
  if (!may("cmdb.read")) {
    return (
      <NeedsScope scope="cmdb.read" title="Map">
        {null}
      </NeedsScope>
    );
  }
  return <Explorer search={search} saved={saved} />;
}

function Explorer({ search, saved }: { search: MapSearch; saved: ReturnType<typeof useSavedMap> }) {
  const view = useRef<GraphView>(undefined);
  const actions = useMapActions(search);
  const { graph, path, pathIds, impact } = useGraph(search);
  const nodes = graph.data?.nodes ?? NONE;
  const links = graph.data?.links ?? NONE;
  const shown = useMemo(() => shownOf(nodes, links, search), [nodes, links, search]);
  const marks = useMemo(() => marksOf(search, pathIds, impact.data?.affected), [search, pathIds, impact.data]);
  const positions = saved.positions ?? NO_POSITIONS;
  const drawn = useMemo(
    (): ShownGraph => ({ nodes, links, grouping: search.group, saved: positions, viewport: saved.viewport }),
    [nodes, links, search.group, positions, saved.viewport],
  );
  const decoration = useMemo(
    (): Decoration => ({
      hidden: shown.hidden,
      folded: shown.folded,
      roots: new Set(listOf(search.roots)),
      marks,
      selected: search.selected,
    }),
    [shown, marks, search.roots, search.selected],
  );
  const { select } = actions;
  const look = useCallback(
    (id: string) => {
      select(id);
      view.current?.focus(id);
    },
    [select],
  );
  // An address that was shared shows what was selected.
  const arrivedAt = useRef(search.selected);
  useEffect(() => {
    if (nodes.length > 0 && arrivedAt.current) view.current?.focus(arrivedAt.current);
    if (nodes.length > 0) arrivedAt.current = undefined;
  }, [nodes]);

  const name = saved.map?.name ?? "Map";
  if (!search.roots) {
    return (
      <>
        <PageHeader title={name} hint="What depends on what, from any CI">
          <Button component={Link} to="/maps" variant="default" size="xs">
            Saved maps
          </Button>
        </PageHeader>
        <Notices search={search} graph={undefined} saved={saved} actions={actions} />
        {saved.error ? <PageError error={saved.error} /> : saved.isOpening ? null : <StartPanel actions={actions} />}
      </>
    );
  }
  const hint = graph.data
    ? `${shown.visible.length} of ${nodes.length} CIs, ${links.length} relationships${graph.data.truncated ? ", the nearest of more" : ""}`
    : "Reading the graph";
  return (
    <div className="map-page">
      <PageHeader title={name} hint={<span role="status">{hint}</span>}>
        <MapMenu search={search} saved={saved} view={view} />
      </PageHeader>
      <MapToolbar search={search} actions={actions} nodes={nodes} />
      <FilterChips search={search} actions={actions} nodes={nodes} path={path} />
      <Notices search={search} graph={graph.data} saved={saved} actions={actions} />
      {graph.error && <PageError error={graph.error} reset={() => void graph.refetch()} />}
      {/* What was read stays, with what was moved by hand, while it cannot be read anew. */}
      {(graph.data || !graph.error) && (
        <div className="map-body">
          <div style={{ display: "grid", position: "relative" }}>
            <GraphCanvas
              graph={drawn}
              decoration={decoration}
              view={view}
              onSelect={actions.choose}
              onOpen={actions.toggle}
            />
            <Legend nodes={shown.visible} />
          </div>
          <SidePanel
            search={search}
            actions={actions}
            nodes={nodes}
            links={links}
            shown={shown}
            marks={marks}
            impact={impact}
            isLoading={graph.isPending}
            onLook={look}
          />
        </div>
      )}
    </div>
  );
}

/** What the reader should know of what is not shown. */
function Notices({
  search,
  graph,
  saved,
  actions,
}: {
  search: MapSearch;
  graph: ReturnType<typeof useGraph>["graph"]["data"];
  saved: ReturnType<typeof useSavedMap>;
  actions: ReturnType<typeof useMapActions>;
}) {
  const limit = search.limit ?? DEFAULT_LIMIT;
  const gone = saved.map?.missing ?? [];
  return (
    <>
      {graph?.truncated && (
        <Alert color="yellow" p="xs">
          Only the nearest {graph.nodes.length} CIs are shown. Ask for fewer steps, or{" "}
          {limit < MAX_LIMIT && (
            <Anchor
              component="button"
              type="button"
              onClick={() => actions.change({ limit: Math.min(MAX_LIMIT, limit * 4) })}
            >
              show up to {Math.min(MAX_LIMIT, limit * 4)}
            </Anchor>
          )}
        </Alert>
      )}
      {graph && graph.missing.length > 0 && (
        <Alert color="yellow" p="xs">
          {graph.missing.length === 1
            ? "One CI of this address no longer exists."
            : `${graph.missing.length} CIs of this address no longer exist.`}{" "}
          <Anchor component="button" type="button" onClick={() => actions.dropRoots(graph.missing)}>
            Leave out
          </Anchor>
        </Alert>
      )}
      {gone.length > 0 && (
        <Alert color="yellow" p="xs">
          Deleted since this map was saved:{" "}
          {gone.slice(0, 10).map(({ id, name }, place) => (
            <span key={id}>
              {place > 0 && ", "}
              <bdi title={name}>{name.slice(0, 60)}</bdi>
            </span>
          ))}
          {gone.length > 10 && ` and ${gone.length - 10} more`}
        </Alert>
      )}
    </>
  );
}
