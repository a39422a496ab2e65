/** Kinds of things that the search finds, in the order in which they are shown. */
export const FOUND_KINDS = [
  "ci",
  "service",
  "incident",
  "event",
  "software",
  "vulnerability",
  "change",
  "map",
  "meaning",
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

export const KIND_TITLES: Readonly<Record<FoundKind, string>> = {
  ci: "Configuration items",
  service: "Services",
  incident: "Incidents",
  event: "Events",
  software: "Software",
  vulnerability: "Vulnerabilities",
  change: "Changes",
  map: "Saved maps",
  meaning: "By meaning",
};

export interface Found {
  id: string;
  kind: FoundKind;
  name: string;
  /** What it is, in a few words. */
  hint: string;
  state?: string;
  /** Address within the console. */
  to: string;
}
