/** Input of a layout: only sizes and structure, so that no tenant's text reaches an engine. */
export interface LayoutInput {
  /** Size of every node, in pixels. */
  nodeWidth: number;
  nodeHeight: number;
  /** Layer of each node, from left to right. */
  layers: readonly number[];
  /** By positions in `layers`; `from` belongs further left. */
  links: readonly { from: number; to: number }[];
}

export type Point = readonly [x: number, y: number];

/** Coordinates in pixels from the top left corner. */
export interface Layout {
  width: number;
  height: number;
  /** Centres of the nodes. */
  nodes: readonly Point[];
  /** Per link its start and three points for each cubic Bézier curve. */
  links: readonly (readonly Point[])[];
}
