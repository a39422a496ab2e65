export type CutKind = "version" | "architecture" | "locale" | "edition" | "build" | "packaging";

/** A part of a reported name that does not belong to the product's name. */
export interface Cut {
  kind: CutKind;
  text: string;
}

/** Whether a key (`foldKey`) is that of a full product name: digits and editions in it belong to the name. */
export type IsKnownName = (key: string) => boolean;
