export const GROUPINGS = ["location", "service", "type"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What the map shows, as its address tells it. Lists are joined by commas. */
export interface MapSearch {
  /** Ids of the CIs where the map begins. */
  roots?: string;
  /** Steps from the nearest root. */
  depth?: number;
  /** Absent: both. */
  direction?: "upstream" | "downstream";
  types?: string;
  statuses?: string;
  healths?: string;
  group?: Grouping;
  /** Ids of CIs whose neighbours are shown beyond the depth. */
  expand?: string;
  /** Ids of CIs behind which nothing is shown. */
  fold?: string;
  selected?: string;
  /** Ends of the path that is shown; while only `from` is known the other end is being chosen. */
  from?: string;
  to?: string;
  /** Id of the CI whose failure is overlaid. */
  impact?: string;
  /** Software that is only installed is shown too. */
  software?: true;
  /** Most CIs. */
  limit?: number;
  find?: string;
  /** Id of the saved map that this began as. */
  map?: string;
}

export const DEFAULT_DEPTH = 2;
export const MAX_DEPTH = 6;
export const DEFAULT_LIMIT = 500;
export const MAX_LIMIT = 5_000;
/** As many as one request takes. */
const MAX_IDS = 200;

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whatever stands in an address: what cannot be read is left out. */
export function readMapSearch(raw: Record<string, unknown>): MapSearch {
  const id = (key: string) => (GUID.test(String(raw[key])) ? String(raw[key]) : undefined);
  const ids = (key: string) => joined(listOf(raw[key]).filter((each) => GUID.test(each)));
  const words = (key: string) => joined(listOf(raw[key]).filter((each) => /^[\p{L}\p{N}_ -]{1,64}$/u.test(each)));
  const integer = (key: string, least: number, most: number) => {
    const value = Number(raw[key]);
    return Number.isInteger(value) && value >= least && value <= most && raw[key] !== "" ? value : undefined;
  };
  const search: MapSearch = {
    roots: ids("roots"),
    depth: raw.depth === undefined ? undefined : integer("depth", 0, MAX_DEPTH),
    direction: raw.direction === "upstream" || raw.direction === "downstream" ? raw.direction : undefined,
    types: words("types"),
    statuses: words("statuses"),
    healths: words("healths"),
    group: GROUPINGS.find((group) => group === raw.group),
    expand: ids("expand"),
    fold: ids("fold"),
    selected: id("selected"),
    from: id("from"),
    to: id("to"),
    impact: id("impact"),
    software: raw.software === true ? true : undefined,
    limit: raw.limit === undefined ? undefined : integer("limit", 1, MAX_LIMIT),
    find: typeof raw.find === "string" || typeof raw.find === "number" ? String(raw.find).slice(0, 255) : undefined,
    map: id("map"),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

export function listOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const texts = (Array.isArray(value) ? value : String(value).split(",")).map(String).filter((text) => text !== "");
  return [...new Set(texts)].slice(0, MAX_IDS);
}

/** For an address; undefined for an empty list, which the address leaves out. */
export function joined(list: readonly string[]): string | undefined {
  return list.length === 0 ? undefined : list.join(",");
}

export function withId(list: string | undefined, id: string): string | undefined {
  return joined([...new Set([...listOf(list), id])]);
}

export function withoutId(list: string | undefined, id: string): string | undefined {
  return joined(listOf(list).filter((each) => each !== id));
}
