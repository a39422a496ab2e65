/** Colours by meaning; each renderer has its own values for them. */
export type Colour =
  | "ink"
  | "quiet"
  | "grid"
  | "none"
  | "good"
  | "warning"
  | "bad"
  | "neutral"
  | "critical"
  | "high"
  | "medium"
  | "low"
  | `series-${0 | 1 | 2 | 3 | 4 | 5}`
  | `heat-${0 | 1 | 2 | 3 | 4}`;

/** A drawing as simple shapes, in pixels from the top left. It looks the same in SVG and PDF. */
export type Mark =
  | { kind: "rect"; x: number; y: number; width: number; height: number; colour: Colour; title?: string }
  | { kind: "line"; x1: number; y1: number; x2: number; y2: number; colour: Colour; width?: number }
  | { kind: "path"; points: readonly (readonly [number, number])[]; colour: Colour }
  | { kind: "dot"; x: number; y: number; colour: Colour; title?: string }
  | {
      kind: "text";
      x: number;
      y: number;
      text: string;
      colour: Colour;
      anchor?: "start" | "middle" | "end";
      bold?: boolean;
    };

export interface Scene {
  width: number;
  height: number;
  marks: Mark[];
}

/** Size of all texts of a scene. */
export const TEXT_SIZE = 11;
