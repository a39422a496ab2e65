import { type Identifier, identifiersOfText, nameKey, normalizeIp, normalizeMac } from "../../model/identifiers.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import { analysisGraph } from "./analysis.graph.store.ts";
import type { Entity } from "./analysis.model.ts";

const MOST_WORDS = 3_000;
const LONGEST_NAME = 5;
const MOST_KEYS = 4_000;
const MOST_ENTITIES = 200;
const SHORTEST_NAME = 2;

interface Word {
  text: string;
  start: number;
  end: number;
}

const CVE = /\bCVE-\d{4}-\d{4,7}\b/gi;
const TIME = /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g;
const SOFTWARE = /\b[A-Za-z][A-Za-z.+#-]{1,30}(?: [A-Z][A-Za-z.+#-]{1,30})?[ /]v?\d+(?:\.\d+){1,3}[a-z0-9-]*\b/g;
const MAC = /\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b/gi;

/**
 * What a text names: CIs by name, the longest names first, and by address, serial number, UUID and host name through the
 * graph's identifiers; addresses of no CI, programs with versions, CVE ids and times. Two queries, however long the text.
 */
export async function entitiesOf(graph: Graph, tenantId: string, text: string): Promise<Entity[]> {
  const words = wordsOf(text);
  const spans = spansOf(words);
  const identifiers = new Map<string, Identifier>();
  for (const { text: word } of words)
    for (const one of identifiersOfWord(word)) identifiers.set(`${one.kind} ${one.value}`, one);
  const [names, mentions] = await Promise.all([
    analysisGraph.named(graph, tenantId, [...spans.keys()].slice(0, MOST_KEYS)),
    analysisGraph.mentioned(graph, tenantId, [...identifiers.values()].slice(0, MOST_KEYS)),
  ]);
  const idsByIdentifier = new Map(mentions.map(({ kind, value, ids }) => [`${kind} ${value}`, ids]));
  const entities = new Map<string, Entity>();
  const add = (entity: Entity) => {
    const key = `${entity.type} ${entity.value.toLowerCase()}`;
    if (!entities.has(key) && entities.size < MOST_ENTITIES) entities.set(key, entity);
  };
  const taken: Word[] = [];
  const byLength = [...names].sort((a, b) => b.nameKey.length - a.nameKey.length);
  for (const { nameKey: key, ids, type } of byLength) {
    for (const span of spans.get(key) ?? []) {
      if (taken.some((other) => span.start < other.end && other.start < span.end)) continue;
      taken.push(span);
      const isSoftware = type === "software" || type === "software_instance";
      add({ type: isSoftware ? "software" : "ci", value: span.text, ciId: ids.length === 1 ? ids[0]! : null });
    }
  }
  for (const word of words) {
    if (taken.some((other) => word.start < other.end && other.start < word.end)) continue;
    for (const { kind, value } of identifiersOfWord(word.text)) {
      const ids = idsByIdentifier.get(`${kind} ${value}`);
      const ciId = ids?.length === 1 ? ids[0]! : null;
      if (kind === "ip" || kind === "mac") add({ type: kind, value, ciId });
      else if (ids && (kind === "serial" || kind === "uuid")) add({ type: kind, value: word.text, ciId });
      else if (ids) add({ type: "hostname", value: word.text, ciId });
    }
  }
  for (const [type, pattern] of [
    ["cve", CVE],
    ["time", TIME],
    ["software", SOFTWARE],
  ] as const) {
    for (const [found] of text.matchAll(pattern))
      add({ type, value: type === "cve" ? found.toUpperCase() : found, ciId: null });
  }
  return [...entities.values()];
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[^\s,;()"'<>{}|]+/g)) {
    if (words.length >= MOST_WORDS) break;
    const bare = match[0].replace(/^[[.:!?]+|[\].:!?]+$/g, "");
    if (bare === "") continue;
    const start = match.index + match[0].indexOf(bare);
    words.push({ text: bare, start, end: start + bare.length });
  }
  return words;
}

/** Runs of up to five words by what they would be as names. */
function spansOf(words: readonly Word[]): Map<string, Word[]> {
  const spans = new Map<string, Word[]>();
  for (let length = LONGEST_NAME; length >= 1; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length);
      const text = run.map((word) => word.text).join(" ");
      if (text.length < SHORTEST_NAME || text.length > 255) continue;
      const key = nameKey(text);
      const span = { text, start: run[0]!.start, end: run.at(-1)!.end };
      spans.set(key, [...(spans.get(key) ?? []), span]);
    }
  }
  return spans;
}

function identifiersOfWord(word: string): Identifier[] {
  if (word.length > 255) return [];
  if (MAC.test(word)) {
    MAC.lastIndex = 0;
    const mac = normalizeMac(word);
    return mac === undefined ? [] : [{ kind: "mac", value: mac }];
  }
  const host = /^(.*?)(?::\d{1,5})?$/.exec(word)?.[1] ?? word;
  const ip = /[.:]/.test(host) ? normalizeIp(host) : undefined;
  if (ip !== undefined) return [{ kind: "ip", value: ip }];
  return identifiersOfText(word).filter(({ kind }) => kind !== "ip" && kind !== "mac");
}
