import type { Found, ToolAnswer, ToolRow } from "./tool-answer.ts";

/** Characters of JSON in one answer, some 5,000 tokens: an assistant's memory is small, and it may ask many times. */
const MAX_CHARACTERS = 20_000;
const MAX_TEXT = 500;
const MAX_ITEMS = 50;
const MAX_DEPTH = 6;

/** Fields that say which record a row is; they are shown whatever the caller asks for. */
const IDENTIFYING: ReadonlySet<string> = new Set(["id", "ci_id", "name"]);

/**
 * Cuts what a tool found to the fields asked for and to `MAX_CHARACTERS`: long texts and lists first, then the last rows.
 * Values that are null are left out.
 */
export function boundRows({ rows, total, narrow }: Found, fields?: readonly string[]): ToolAnswer {
  const wanted = fields && new Set(fields);
  let cut = false;
  const note = () => {
    cut = true;
  };
  const kept: ToolRow[] = [];
  let characters = 0;
  for (const row of rows) {
    const shown = shortened(wanted ? chosen(row, wanted) : row, 0, note) as ToolRow;
    characters += JSON.stringify(shown).length + 1;
    if (characters > MAX_CHARACTERS && kept.length > 0) break;
    kept.push(characters > MAX_CHARACTERS ? identityOf(shown, note) : shown);
  }
  const truncated = cut || kept.length < total;
  return { rows: kept, total, truncated, ...(truncated && { narrow }) };
}

/** A field is named as its path: `attributes.os` of the row's `attributes`. */
function chosen(row: ToolRow, wanted: ReadonlySet<string>): ToolRow {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (wanted.has(name) || IDENTIFYING.has(name)) kept[name] = value;
  }
  for (const path of wanted) {
    const dot = path.indexOf(".");
    if (dot < 1 || path in row) continue;
    const inner = row[path.slice(0, dot)];
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) continue;
    const value = (inner as Record<string, unknown>)[path.slice(dot + 1)];
    if (value !== undefined) kept[path] = value;
  }
  return kept;
}

function shortened(value: unknown, depth: number, note: () => void): unknown {
  if (typeof value === "string" && value.length > MAX_TEXT) {
    note();
    return `${value.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, "")}…`;
  }
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) {
    note();
    return "…";
  }
  if (Array.isArray(value)) {
    if (value.length > MAX_ITEMS) note();
    return value.slice(0, MAX_ITEMS).map((item) => shortened(item, depth + 1, note));
  }
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  if (members.length > MAX_ITEMS) note();
  return Object.fromEntries(
    members.slice(0, MAX_ITEMS).map(([key, member]) => [key, shortened(member, depth + 1, note)]),
  );
}

/** A single row that is too large by itself: what it is, and nothing else. */
function identityOf(row: ToolRow, note: () => void): ToolRow {
  note();
  return Object.fromEntries(Object.entries(row).filter(([name]) => IDENTIFYING.has(name) || name === "type"));
}
