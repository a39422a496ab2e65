import { symbols } from "pino";
import type { Logger } from "../log.ts";
import type { Identity } from "./ports.ts";

/** One answered request. Never contains query values, which may hold an API key, or bodies. */
export interface AccessEntry {
  method: string;
  /** The pattern, `/v1/cmdb/ci/{id}`; empty if no path matched. */
  route: string;
  status: number;
  /** Milliseconds from arrival to answer. */
  ms: number;
  requestId: string;
  identity?: Identity | undefined;
  department?: string | undefined;
  clientVersion?: string | undefined;
  /** Error code of the answer. */
  code?: string | undefined;
}

export interface AccessLog {
  write(entry: AccessEntry): void;
  /** Writes the buffered lines. */
  flush(): void;
}

const FLUSH_MS = 100;
const FLUSH_LINES = 200;

/**
 * Writes one JSON line per request at level info to the logger's stream. It formats the lines itself and writes them in
 * batches: through the logger, a line costs as much as a whole request.
 */
export function createAccessLog(log: Logger): AccessLog {
  if (!log.isLevelEnabled("info")) return { write: () => {}, flush: () => {} };
  const stream = (log as unknown as Record<symbol, { write(text: string): void }>)[symbols.streamSym]!;
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stamp = { ms: 0, text: "" };
  const actorTexts = new WeakMap<Identity, string>();

  const actorTextOf = (identity: Identity): string => {
    let text = actorTexts.get(identity);
    if (text === undefined) {
      text = describe(identity);
      actorTexts.set(identity, text);
    }
    return text;
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const batch = lines.join("");
    lines = [];
    stream.write(batch);
  };

  return {
    write(entry) {
      const now = Date.now();
      if (now !== stamp.ms) stamp = { ms: now, text: new Date(now).toISOString() };
      lines.push(lineOf(entry, stamp.text, entry.identity ? actorTextOf(entry.identity) : ""));
      if (lines.length >= FLUSH_LINES) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    flush,
  };
}

/**
 * Formats one line. Method, route, request id and code have no characters that JSON escapes; values that callers choose
 * are escaped. Tenths of a millisecond are formatted from integers, which is faster than from fractions.
 */
function lineOf(entry: AccessEntry, time: string, who: string): string {
  const tenths = Math.round(entry.ms * 10);
  const whole = Math.floor(tenths / 10);
  let line = `{"level":"info","time":"${time}","method":"${entry.method}","route":"${entry.route}","status":${entry.status},"ms":${whole}.${tenths - whole * 10},"request_id":"${entry.requestId}"${who}`;
  if (entry.code !== undefined) line += `,"code":"${entry.code}"`;
  if (entry.department !== undefined) line += `,"department":${JSON.stringify(entry.department)}`;
  if (entry.clientVersion !== undefined) line += `,"client_version":${JSON.stringify(entry.clientVersion)}`;
  return `${line},"msg":"request"}\n`;
}

function describe({ tenantId, actor }: Identity): string {
  const { kind, id } = actor;
  return `,"tenant":${JSON.stringify(tenantId)},"actor":${JSON.stringify({ kind, id })}`;
}
