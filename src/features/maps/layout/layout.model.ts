/** What a layout is asked to place: sizes and structure alone, so that no text of a tenant ever reaches an engine. */
export interface LayoutInput {
  /** Of every node, in pixels. */
  nodeWidth: number;
  nodeHeight: number;
  /** Of each node: where it belongs from left to right. */
  layers: readonly number[];
  /** By places in `layers`; `from` belongs further left. */
  links: readonly { from: number; to: number }[];
}

export type Point = readonly [x: number, y: number];

/** Where everything is, in pixels from the top left corner. */
export interface Layout {
  width: number;
  height: number;
  /** Centres of the nodes. */
  nodes: readonly Point[];
  /** Of each link its start, and three points for each further Bézier curve. */
  links: readonly (readonly Point[])[];
}
