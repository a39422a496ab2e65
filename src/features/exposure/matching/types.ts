/** One match criterion of a CVE, as in CVE JSON 2.0. */
export interface CpeMatch {
  criteria: string;
  vulnerable: boolean;
  versionStartIncluding?: string;
  versionStartExcluding?: string;
  versionEndIncluding?: string;
  versionEndExcluding?: string;
}

export interface CpeNode {
  operator: "AND" | "OR";
  negate?: boolean;
  cpeMatch: CpeMatch[];
  children?: CpeNode[];
}

/** One configuration of a CVE, as in CVE JSON 2.0. */
export interface Configuration {
  operator?: "AND" | "OR";
  negate?: boolean;
  nodes: CpeNode[];
}

/** One installed program as the graph knows it. */
export interface Installed {
  /** CPE 2.3 formatted string. */
  cpeName: string;
  /** As reported; null or empty for unknown. */
  version: string | null;
  /** Kind of package: windows_program, macos_app, deb, rpm, npm, java, appliance, other and others. */
  kind: string;
}

export interface Host {
  os: { name: string | null; version: string | null; architecture: string | null };
  /** All programs on that server. */
  others: readonly Installed[];
}

/** `affected` is certain by the record; `possible` cannot be decided with what is known. */
export type Verdict = {
  status: "affected" | "possible" | "not_affected";
  /** One plain sentence. */
  reason: string;
  /** The criterion that decided, as written in the record; null if none of this product's criteria is met. */
  criterion: string | null;
};

/** Product key (`a:vendor:product`) of a deprecated name -> the key of the one name that replaces it. */
export type Successors = ReadonlyMap<string, string>;
