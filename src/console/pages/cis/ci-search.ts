export const CI_TABS = [
  "overview",
  "relationships",
  "records",
  "software",
  "vulnerabilities",
  "events",
  "history",
  "impact",
  "map",
] as const;
export type CiTab = (typeof CI_TABS)[number];

export const RECORD_KINDS = [
  "processes",
  "network-connections",
  "network-adapters",
  "disks",
  "user-accounts",
  "installed-applications",
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** What the address of one CI says; what is left out stands for the first of each. */
export interface CiSearch {
  tab?: CiTab;
  records?: RecordKind;
  /** `upstream`: what the CI needs. */
  direction?: "upstream";
  /** Events that are over, and vulnerabilities that are accepted or fixed, too. */
  all?: true;
  depth?: number;
  edit?: true;
}

export function validateCiSearch(given: Record<string, unknown>): CiSearch {
  const tab = CI_TABS.find((one) => one === given.tab);
  const records = RECORD_KINDS.find((one) => one === given.records);
  const depth = Number(given.depth);
  return {
    ...(tab && tab !== "overview" && { tab }),
    ...(records && { records }),
    ...(given.direction === "upstream" && { direction: "upstream" }),
    ...(given.all === true && { all: true }),
    ...(Number.isInteger(depth) && depth >= 1 && depth <= 5 && { depth }),
    ...(given.edit === true && { edit: true }),
  };
}
