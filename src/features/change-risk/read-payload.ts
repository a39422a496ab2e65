import { createHash } from "node:crypto";
import { invalid, type Violation } from "../../errors.ts";
import { isInCalendar } from "../../platform/clock.ts";

export const PAYLOAD_LIMITS = { cis: 5_000, reference: 255, task: 255, notes: 200, note: 50_000, word: 255 } as const;

/** Faults that are named: an answer must not be many times as large as the body. */
const MAX_FAULTS = 100;

/** What a service desk, or a person in its stead, says of a change. */
export interface ChangePayload {
  ciIds: string[];
  ciNames: string[];
  notes: string[];
  taskNodeId: string;
  priority: string | null;
  category: string | null;
  plannedStart: Date | null;
  plannedEnd: Date | null;
  /** Offset from UTC in which the start is given, as `+01:00`; null: none is, or it is UTC. */
  offset: string | null;
  /** Of the whole payload, the same for any order of its members. */
  contentHash: Buffer;
}

/**
 * Reads a payload; unknown members are part of its content and otherwise ignored, null means the same as absent. Throws 400 with
 * every fault, at most 100, each field below `at`.
 */
export function readPayload(payload: Readonly<Record<string, unknown>>, at = ""): ChangePayload {
  const faults: Violation[] = [];
  const fault = (field: string, reason: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ field: `${at}${field}`, reason });
  };
  const ciIds = readTexts(payload.ci_id, "ci_id", PAYLOAD_LIMITS.reference, fault);
  const ciNames = readTexts(payload.ci_name, "ci_name", PAYLOAD_LIMITS.reference, fault);
  const notes = readTexts(payload.change_note, "change_note", PAYLOAD_LIMITS.note, fault);
  const { cis, notes: maxNotes } = PAYLOAD_LIMITS;
  if (ciIds.length + ciNames.length > cis)
    fault(ciIds.length > cis ? "ci_id" : "ci_name", `names more than ${cis} CIs`);
  if (notes.length > maxNotes) fault("change_note", `must hold at most ${maxNotes} notes`);
  const taskNodeId = readWord(payload.task_node_id, "task_node_id", PAYLOAD_LIMITS.task, fault);
  if (taskNodeId === null && faults.every(({ field }) => field !== `${at}task_node_id`)) {
    fault("task_node_id", "is required");
  }
  const isFaulty = faults.some(({ field }) => field.startsWith(`${at}ci_`));
  if (!isFaulty && ciIds.length + ciNames.length === 0) fault("ci_id", "must name a CI here or in ci_name");
  const fields = readFields(payload.change_fields, fault);
  if (faults.length > 0) throw invalid(faults);
  return { ciIds, ciNames, notes, taskNodeId: taskNodeId ?? "", ...fields, contentHash: hashOf(payload) };
}

type Fault = (field: string, reason: string) => void;

function readFields(value: unknown, fault: Fault) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (value !== undefined && value !== null && !isObject) fault("change_fields", "must be an object");
  const fields = isObject ? (value as Record<string, unknown>) : {};
  const word = (name: string) => readWord(fields[name], `change_fields.${name}`, PAYLOAD_LIMITS.word, fault);
  const time = (name: string) => readTime(fields[name], `change_fields.${name}`, fault);
  const read = {
    priority: word("priority"),
    category: word("category"),
    plannedStart: time("planned_start"),
    plannedEnd: time("planned_end"),
    offset: offsetIn(fields.planned_start),
  };
  if (read.plannedStart && read.plannedEnd && read.plannedEnd <= read.plannedStart) {
    fault("change_fields.planned_end", "must be after planned_start");
  }
  return read;
}

/** A list of texts without empty ones; a single text counts as a list of one. */
function readTexts(value: unknown, field: string, maxLength: number, fault: Fault): string[] {
  if (value === undefined || value === null) return [];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const texts: string[] = [];
  for (const [place, item] of items.entries()) {
    const name = Array.isArray(value) ? `${field}.${place}` : field;
    if (item === null) continue;
    if (typeof item !== "string") fault(name, "must be a text");
    else if (item.length > maxLength) fault(name, `must be at most ${maxLength} characters`);
    else if (item.trim() !== "") texts.push(item.trim());
    if (texts.length > PAYLOAD_LIMITS.cis) break;
  }
  return texts;
}

/** A text, or a number as some service desks send one; null where there is none. */
function readWord(value: unknown, field: string, maxLength: number, fault: Fault): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return faulty(fault, field, "must be a text");
  if (text.length > maxLength) return faulty(fault, field, `must be at most ${maxLength} characters`);
  return text.trim() || null;
}

/** ISO 8601, also with a blank for the `T`, an offset without a colon, or no offset, which is UTC: as service desks write times. */
const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

function readTime(value: unknown, field: string, fault: Fault): Date | null {
  if (value === undefined || value === null || value === "") return null;
  const reason = "must be a date and time in ISO 8601";
  const [, day, clock = "00:00", zone = "Z"] = (typeof value === "string" && TIME.exec(value.trim())) || [];
  if (day === undefined) return faulty(fault, field, reason);
  const at = new Date(`${day}T${clock}${spelledOffset(zone)}`);
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  return isDay && isInCalendar(at.getTime()) ? at : faulty(fault, field, reason);
}

function spelledOffset(zone: string): string {
  return /^z$/i.test(zone) ? "Z" : zone.replace(/^(...):?/, "$1:");
}

function offsetIn(value: unknown): string | null {
  const [, , , zone = "Z"] = (typeof value === "string" && TIME.exec(value.trim())) || [];
  const offset = spelledOffset(zone);
  return offset === "Z" || /^.00:00$/.test(offset) ? null : offset;
}

function faulty(fault: Fault, field: string, reason: string): null {
  fault(field, reason);
  return null;
}

function hashOf(payload: unknown): Buffer {
  return createHash("sha256").update(inOrder(payload)).digest();
}

/** Bodies in JSON are not so deep; of a signed message nobody has counted the levels before. */
const MAX_DEPTH = 70;

/** JSON with the members of objects in the order of their names. */
function inOrder(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw invalid([{ field: "payload", reason: `nests deeper than ${MAX_DEPTH} levels` }]);
  if (Array.isArray(value)) return `[${value.map((item) => inOrder(item, depth + 1)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${inOrder(member, depth + 1)}`).join(",")}}`;
}
