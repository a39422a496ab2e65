import { ActionIcon, Group, Loader, useComputedColorScheme } from "@mantine/core";
import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { DARK, LIGHT } from "../../../../model/palette";
import { notifyFailed } from "../../../components/notify";
import { createGraphView, type Decoration, type GraphView, type Scheme, type ShownGraph } from "./graph-view";

const PAN = 60;

/** The map as a picture: worked with mouse, touch and keyboard. The list beside it has the same CIs for everybody. */
export function GraphCanvas({
  graph,
  decoration,
  view: outer,
  onSelect,
  onOpen,
}: {
  graph: ShownGraph;
  decoration: Decoration;
  /** For what the page does with the map: export, positions, focus. */
  view: RefObject<GraphView | undefined>;
  onSelect: (id: string | undefined) => void;
  onOpen: (id: string) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onSelect, onOpen });
  const [isBusy, setBusy] = useState(false);
  const isDark = useComputedColorScheme("light") === "dark";
  const [view, setView] = useState<GraphView>();
  useEffect(() => {
    handlers.current = { onSelect, onOpen };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of scheme is painted by the next effect
  useEffect(() => {
    const made = createGraphView(container.current!, schemeOf(container.current!, isDark), {
      select: (id) => handlers.current.onSelect(id),
      open: (id) => handlers.current.onOpen(id),
      busy: setBusy,
    });
    outer.current = made;
    setView(made);
    const resized = new ResizeObserver(() => made.cy.resize());
    resized.observe(container.current!);
    return () => {
      resized.disconnect();
      outer.current = undefined;
      made.destroy();
    };
  }, [outer]);
  useEffect(() => view?.setScheme(schemeOf(container.current!, isDark)), [view, isDark]);
  useEffect(() => {
    view?.show(graph).catch((error: unknown) => {
      setBusy(false);
      notifyFailed(error, "The map cannot be laid out");
    });
  }, [view, graph]);
  useEffect(() => view?.decorate(decoration), [view, decoration]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => view.panBy(PAN, 0),
      ArrowRight: () => view.panBy(-PAN, 0),
      ArrowUp: () => view.panBy(0, PAN),
      ArrowDown: () => view.panBy(0, -PAN),
      "+": () => view.zoomBy(1.25),
      "=": () => view.zoomBy(1.25),
      "-": () => view.zoomBy(0.8),
      "0": () => view.fit(),
      Escape: () => onSelect(undefined),
    };
    const move = moves[event.key];
    if (!move) return;
    move();
    event.preventDefault();
  };
  return (
    <div className="card map-canvas">
      {/* Cytoscape takes this for its own style element, which our policy would refuse; map.css has what it would hold. */}
      <div hidden id="__________cytoscape_stylesheet" />
      <div
        ref={container}
        className="map-surface"
        role="application"
        aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows all. The list beside it names what is shown."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved with the keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      <Group className="map-buttons" gap={4}>
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => view?.zoomBy(1.25)}>
          <Plus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => view?.zoomBy(0.8)}>
          <Minus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Show all" onClick={() => view?.fit()}>
          <Maximize size={15} aria-hidden />
        </ActionIcon>
        {isBusy && <Loader size="xs" aria-label="Laying out" />}
      </Group>
    </div>
  );
}

function schemeOf(element: HTMLElement, isDark: boolean): Scheme {
  const style = getComputedStyle(element);
  const accent = style.getPropertyValue("--mantine-primary-color-filled").trim() || style.color;
  return { palette: isDark ? DARK : LIGHT, accent, font: style.fontFamily };
}
