import type { StylesheetJson } from "cytoscape";
import type { Palette } from "../../../../model/palette";
import { IMAGE, NODE } from "./node-image";

/** Colours and shapes of the map in one scheme. Labels vanish where they could not be read. */
export function graphStyle(palette: Palette, accent: string, font: string): StylesheetJson {
  const { ink, quietInk, card, subject, edge, link, health } = palette;
  return [
    {
      selector: "node",
      style: {
        width: NODE,
        height: NODE,
        shape: "round-rectangle",
        "background-color": card,
        "background-image": "data(image)",
        "background-width": IMAGE,
        "background-height": IMAGE,
        "background-clip": "none",
        "background-image-containment": "over",
        "bounds-expansion": [10],
        "border-width": 1.5,
        "border-color": edge,
        label: "data(label)",
        color: ink,
        "font-family": font,
        "font-size": 12,
        "min-zoomed-font-size": 6.5,
        "text-valign": "bottom",
        "text-margin-y": 4,
        "text-wrap": "wrap",
        "text-background-color": palette.page,
        "text-background-opacity": 0.8,
        "text-background-padding": "1px",
        "overlay-opacity": 0,
      },
    },
    ...(["critical", "degraded", "maintenance"] as const).map((state) => ({
      selector: `node[health = "${state}"]`,
      style: { "border-color": health[state], "border-width": state === "critical" ? 3 : 2.5 },
    })),
    { selector: 'node[health = "inactive"]', style: { "border-style": "dashed" } },
    { selector: "node.root", style: { "background-color": subject, "font-weight": "bold" } },
    {
      selector: "node.group",
      style: {
        shape: "round-rectangle",
        "background-color": subject,
        "background-opacity": 0.35,
        "background-image": "none",
        "border-color": edge,
        "border-width": 1,
        "border-style": "solid",
        color: quietInk,
        "font-size": 22,
        "min-zoomed-font-size": 5,
        "font-weight": "bold",
        "text-valign": "top",
        "text-margin-y": -4,
        padding: "22px",
        events: "no",
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.4,
        "line-color": link,
        "target-arrow-color": link,
        "target-arrow-shape": "triangle",
        "arrow-scale": 0.8,
        "curve-style": "straight",
        "overlay-opacity": 0,
        "font-family": font,
        "font-size": 10,
        "min-zoomed-font-size": 8,
        color: quietInk,
        "text-background-color": palette.page,
        "text-background-opacity": 0.9,
        "text-background-padding": "2px",
        events: "no",
      },
    },
    { selector: "edge.observed", style: { "line-style": "dashed" } },
    { selector: "edge.optional", style: { "line-style": "dotted" } },
    {
      selector: "edge.hot",
      style: { "line-color": health.critical, "target-arrow-color": health.critical, width: 2.2 },
    },
    {
      selector: "edge.near",
      style: { label: "data(label)", "line-color": accent, "target-arrow-color": accent, width: 2.2 },
    },
    { selector: ".faded", style: { opacity: 0.22 } },
    {
      selector: "node.path, node.mark-affected, node.mark-subject",
      style: { "border-color": accent, "border-width": 3.5 },
    },
    {
      selector: "node.mark-affected, node.mark-subject",
      style: { "border-color": health.critical, "border-style": "double", "border-width": 5 },
    },
    {
      selector: "node.mark-optional",
      style: { "border-color": health.degraded, "border-style": "dotted", "border-width": 4 },
    },
    {
      selector: "node.mark-protected",
      style: { "border-color": health.healthy, "border-style": "dashed", "border-width": 4 },
    },
    { selector: "edge.path", style: { "line-color": accent, "target-arrow-color": accent, width: 3.5 } },
    {
      selector: "node.selected",
      style: { "underlay-color": accent, "underlay-opacity": 0.3, "underlay-padding": 8, "z-index": 10 },
    },
    { selector: ".hidden", style: { display: "none" } },
    { selector: ".unplaced", style: { visibility: "hidden" } },
  ] as StylesheetJson;
}
