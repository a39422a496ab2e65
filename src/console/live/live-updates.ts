import { EventSourceParserStream } from "eventsource-parser/stream";
import { useEffect, useSyncExternalStore } from "react";
import { fetchAuthorized } from "../api/client";
import { isStatus } from "../api/error";
import { queryClient } from "../app/query";

/** `live`: what changes is shown at once. `away`: the service is not there. `off`: the user may follow nothing. */
export type LiveState = "connecting" | "live" | "away" | "off";

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;
/** The service sends something every 15 s: after this silence the connection is dead. */
const SILENCE_MS = 40_000;
/** Between the end of one reading anew and the next, at least; longer where the reading takes longer. */
const REFRESH_MS = 50;
/** One that hangs keeps others waiting no longer than this. */
const MAX_REFRESH_MS = 5_000;

/** Kinds whose pages show something of the changed kind too. */
const SHOWN_WITH: Record<string, readonly string[]> = {
  ci: ["ci", "graph", "summary"],
  relationship: ["relationship", "graph"],
  event: ["event", "incident", "service", "summary", "graph"],
  incident: ["incident", "summary"],
  scan: ["scan", "parked", "summary"],
  enrichment_run: ["run", "summary"],
  report: ["report", "run"],
  change_analysis: ["change", "run"],
  demo: ["demo", "summary"],
  vulnerability: ["vulnerability", "summary"],
};

let state: LiveState = "connecting";
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => state);

function setState(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Follows the stream as long as the shell is shown, and marks what changed as stale. */
export function useLiveUpdates(): void {
  useEffect(() => {
    const leaving = new AbortController();
    void follow(leaving.signal);
    return () => {
      leaving.abort();
      setState("connecting");
    };
  }, []);
}

async function follow(signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined;
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener("abort", end);
    try {
      const wasAway = state === "away";
      await read(connection, lastEventId, (message) => {
        if (message.id !== undefined) lastEventId = message.id;
        if (message.event === "open") {
          retryMs = FIRST_RETRY_MS;
          setState("live");
          // What was asked for while the service was away failed, and no change tells of that.
          if (wasAway) void queryClient.invalidateQueries();
        }
        receive(message.event, message.data);
      });
    } catch (error) {
      if (signal.aborted) return;
      // Logged out: the shell leaves. Without the scope for any kind there is nothing to follow.
      if (isStatus(error, 401)) return;
      if (isStatus(error, 403)) return setState("off");
      setState("away");
    } finally {
      signal.removeEventListener("abort", end);
      connection.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  }
}

interface Message {
  id?: string | undefined;
  event?: string | undefined;
  data: string;
}

async function read(
  connection: AbortController,
  lastEventId: string | undefined,
  onMessage: (message: Message) => void,
) {
  let silence = setTimeout(() => connection.abort(), SILENCE_MS);
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), SILENCE_MS);
      controller.enqueue(chunk);
    },
  });
  try {
    const response = await fetchAuthorized("/v1/stream", {
      signal: connection.signal,
      headers: lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId },
    });
    const messages = response
      .body!.pipeThrough(heard)
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream());
    const reader = messages.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) onMessage(next.value);
  } finally {
    clearTimeout(silence);
  }
}

const waiting = new Set<string>();
let isRefreshing = false;

function receive(event: string | undefined, data: string): void {
  if (event === "reset") return void queryClient.invalidateQueries();
  if (!event?.endsWith(".changed")) return;
  const { kind } = JSON.parse(data) as { kind: string };
  for (const shown of SHOWN_WITH[kind] ?? [kind]) waiting.add(shown);
  if (!isRefreshing) void refreshWaiting();
}

/**
 * Reads anew what is shown of the changed kinds; what is not shown is read when it is next. One reading at a time, since what
 * changes during one may be missing from its answer, with pauses as long as it took: at most half the time is spent on it.
 */
async function refreshWaiting(): Promise<void> {
  isRefreshing = true;
  try {
    while (waiting.size > 0) {
      const began = performance.now();
      const kinds = [...waiting];
      waiting.clear();
      const reading = queryClient.invalidateQueries(
        { predicate: ({ queryKey }) => kinds.includes(String(queryKey[0])) },
        { cancelRefetch: false },
      );
      await Promise.race([reading, pause(MAX_REFRESH_MS)]);
      await pause(Math.max(REFRESH_MS, performance.now() - began));
    }
  } finally {
    isRefreshing = false;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
