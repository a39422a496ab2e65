import { measuredOf } from "./deviation.ts";
import type { StoredEvent } from "./event.model.ts";

/** What an event says is wrong. `other`: it does not say. */
export const SYMPTOMS = ["latency", "errors", "availability", "saturation", "change", "down", "other"] as const;
export type Symptom = (typeof SYMPTOMS)[number];

/** Characters of a text, and members of metrics and labels, that are looked at. */
const MAX = { text: 500, members: 50 } as const;

/**
 * Words and phrases of monitoring systems by symptom, in English, German, French, Spanish, Portuguese, Italian and Dutch; `*`
 * stands for the rest of a word. The first symptom with a word in the text is taken: slow disks are `latency`, a full one is
 * `saturation`, a health check that fails is `availability`. Nouns that only say where (host, interface, link) are left out.
 */
const WORDS: readonly (readonly [Symptom, readonly string[]])[] = [
  [
    "change",
    [
      "deployed, deployment started, deployment finished, deployment completed, deployment succeeded, rollout, rolled out",
      "rolled back, rollback, release installed, configuration changed, config changed, config change, configuration change",
      "upgraded, konfiguration geändert, änderung, déploiement, despliegue, implantação, modifica della configurazione",
    ],
  ],
  [
    "latency",
    [
      "latenc*, latenz*, latence*, latência*, latenza*, slow*, langsam*, lent, lente, lento, lenta, lenteur, traag",
      "response time*, responsetime*, antwortzeit*, reaktionszeit*, temps de réponse, tiempo* de respuesta, duration",
      "tempo* de resposta, tempo* di risposta, reactietijd, responstijd, p50, p90, p95, p99, p999, rtt, round trip, apdex, ttfb",
      "delay*, verzögerung*, retraso, retard, ritardo, vertraging, lag, lagging, elapsed, await",
    ],
  ],
  [
    "saturation",
    [
      "saturat*, cpu, processor time, load average, high load, system load, load is, memory, ram, oom, oomkilled, out of memory",
      "out of space, heap, swap, disk, disks, filesystem*, file system, inode*, storage, space, speicher*, arbeitsspeicher",
      "festplatte*, auslastung, disque, mémoire, disco, memoria, memória, geheugen, schijf, opslag, quota, throttl*, exhaust*",
      "erschöpft, utili*, usage, nutzung, full, voll, lleno, cheio, pieno, plein, queue depth, queue length, queue size",
      "backlog, file descriptors, connection pool, connection limit, pool, iops, bandwidth, capacity, kapazität, pressure",
    ],
  ],
  [
    "availability",
    [
      "availab*, unavailab*, verfügbar*, nichtverfügbar*, disponib*, indisponib*, beschikbaar*, uptime, slo, success rate, health*",
    ],
  ],
  [
    "down",
    [
      "down, unreachable, no response, no data, no route, no heartbeat, not responding, not reachable, not running, not ready",
      "offline, dead, stopped, lost, absent, missing, crash*, terminated, nicht erreichbar, ausgefallen, ausfall, gestoppt",
      "injoignable, hors ligne, en panne, caído, caída, inacessível, inaccesible, parado, irraggiungibile, onbereikbaar",
    ],
  ],
  [
    "errors",
    [
      "error, errors, errored, fehler*, erreur*, errores, erro, erros, errore, errori, fout, fouten, 5xx, 4xx, 500, 502, 503, 504",
      "fail*, fehlgeschlagen, échec*, échoué, fallo, fallos, fallido, falha*, mislukt, fallito, exception*, fault*, timeout*",
      "timed out, zeitüberschreitung*, refused, rejected, reset, retransmi*, packet loss, paketverlust, dropped, drops, corrupt*",
    ],
  ],
];

/** The words as they are looked up: whole words, beginnings of words, and phrases by their first word; each with its rank in `WORDS`. */
interface Lookup {
  words: ReadonlyMap<string, number>;
  beginnings: ReadonlyMap<string, number>;
  phrases: ReadonlyMap<string, readonly { words: readonly string[]; rank: number }[]>;
}
const LOOKUP = lookupOf(WORDS);

function lookupOf(table: typeof WORDS): Lookup {
  const [words, beginnings] = [new Map<string, number>(), new Map<string, number>()];
  const phrases = new Map<string, { words: readonly string[]; rank: number }[]>();
  for (const [rank, [, lists]] of table.entries()) {
    for (const entry of lists.flatMap((list) => list.split(", "))) {
      const parts = entry.split(" ");
      if (parts.length > 1) phrases.set(parts[0]!, [...(phrases.get(parts[0]!) ?? []), { words: parts, rank }]);
      else if (entry.endsWith("*")) beginnings.set(entry.slice(0, -1), rank);
      else words.set(entry, rank);
    }
  }
  return { words, beginnings, phrases };
}

/** Members of metrics, and labels, that name what was measured. */
const NAMING = ["metric", "metric_name", "metricname", "MetricName", "name", "indicator", "signal", "sli"];
/** Keys of metrics that say how a value was judged, not what it is of. */
const JUDGING = new Set(["value", "normal", "baseline", "expected", "usual", "typical", "threshold", "limit", "unit"]);

type Described = Pick<StoredEvent, "title" | "source" | "metrics" | "context">;

/**
 * The symptom of an event: by what its metrics name, then by its title, then by labels that name a metric, last by its source.
 * Of a title, what stands behind its last colon comes first: before it stands what it is about, whose name may hold such words.
 * Pure; never throws.
 */
export function symptomOf(event: Described): Symptom {
  for (const text of textsOf(event)) {
    const found = symptomIn(wordsOf(text));
    if (found) return found;
  }
  return "other";
}

/** The texts that may say it, in the order in which they count. */
function* textsOf({ title, source, metrics, context }: Described): Generator<string> {
  yield* namesIn(metrics);
  const named = measuredOf(metrics)?.name;
  if (named !== undefined) yield named;
  for (const key of Object.keys(metrics).slice(0, MAX.members)) {
    if (!JUDGING.has(key) && !NAMING.includes(key)) yield key;
  }
  const colon = title.lastIndexOf(": ");
  if (colon >= 0) yield title.slice(colon + 1);
  yield title;
  yield* labelsIn(context);
  yield source;
}

function namesIn(members: Record<string, unknown>): string[] {
  return NAMING.filter((name) => Object.hasOwn(members, name))
    .map((name) => members[name])
    .filter((value) => typeof value === "string");
}

/** Names of metrics in the context and one step below it, where sources keep labels. */
function labelsIn(context: Record<string, unknown>): string[] {
  const inner = Object.values(context).slice(0, MAX.members).filter(isRecord);
  return [context, ...inner].flatMap(namesIn);
}

function symptomIn(words: readonly string[]): Symptom | undefined {
  let best = WORDS.length;
  for (const [i, word] of words.entries()) {
    best = Math.min(best, LOOKUP.words.get(word) ?? best);
    for (let length = 3; length <= word.length; length++) {
      best = Math.min(best, LOOKUP.beginnings.get(word.slice(0, length)) ?? best);
    }
    for (const phrase of LOOKUP.phrases.get(word) ?? []) {
      if (phrase.rank < best && phrase.words.every((part, n) => isLike(words[i + n], part))) best = phrase.rank;
    }
  }
  return WORDS[best]?.[0];
}

function isLike(word: string | undefined, part: string): boolean {
  return word === part || (part.endsWith("*") && word?.startsWith(part.slice(0, -1)) === true);
}

/** In lower case; `HTTPCode_5XX` and `ResponseTime` are cut into their words. */
function wordsOf(text: string): string[] {
  const apart = text
    .slice(0, MAX.text)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
