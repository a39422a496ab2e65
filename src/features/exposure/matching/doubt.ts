/** Why a criterion can be neither met nor ruled out. */
export type Doubt =
  | "version_unknown"
  | "version_order"
  | "version_none"
  | "pre_release"
  | "update"
  | "edition"
  | "system"
  | "architecture"
  | "hardware"
  | "contradiction";

/** Whether a criterion is met: yes, no, or in doubt. */
export type Met = boolean | Doubt;

export function both(a: Met, b: Met): Met {
  if (a === false || b === false) return false;
  return a === true ? b : a;
}

export function either(a: Met, b: Met): Met {
  if (a === true || b === true) return true;
  return a === false ? b : a;
}

export function negated(met: Met): Met {
  return typeof met === "boolean" ? !met : met;
}

const SENTENCES: Record<Doubt, string> = {
  version_unknown: "The installed version is not known.",
  version_order: "The installed version cannot be compared with the record's.",
  version_none: "The record names no version.",
  pre_release: "The installed version is a pre-release of the border of the range.",
  update: "The record names an update, and whether the installed version has it is not known.",
  edition: "The record names an edition, and that of the installed program is not known.",
  system: "The record names an operating system, and that of the server is not known.",
  architecture: "The record names an architecture, and that of the server is not known.",
  hardware: "The record names the hardware, which is not compared.",
  contradiction: "The record names this version both as vulnerable and as not vulnerable.",
};

export function sentenceOf(doubt: Doubt): string {
  return SENTENCES[doubt];
}
