export type CutKind = "version" | "architecture" | "locale" | "edition" | "build" | "packaging";

/** A part of a name that is not the product's. */
export interface Cut {
  kind: CutKind;
  text: string;
}

/** Says of a comparing key whether a product is known by it: then digits and editions in it belong to the name. */
export type IsKnownName = (key: string) => boolean;
