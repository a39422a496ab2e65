import { Readable } from "node:stream";
import { createPending } from "./pending.ts";
import { type ByeReason, type ChangedThings, type Position, type ResetReason, textOfPosition } from "./stream.model.ts";
import type { StreamFilter } from "./stream-filter.ts";

/** One open stream. */
export interface Follower {
  readonly tenantId: string;
  /** The body of the answer, as text/event-stream. */
  readonly body: Readable;
  /** What changed, and up to which position it is now told; none while it catches up. */
  tell(changes: readonly ChangedThings[], position?: Position): void;
  /** Tells that it missed something. */
  reset(reason: ResetReason, position?: Position): void;
  /** Begins to send: nothing is sent before, since what was missed comes first. */
  open(): void;
  /** Shows that the connection lives. Ends a stream whose reader has taken nothing for too long. */
  beat(): void;
  /** Ends the stream and says why. */
  end(reason: ByeReason): void;
}

export interface FollowerDeps {
  tenantId: string;
  filter: StreamFilter;
  /** Position at its start. */
  from: Position;
  onSent(messages: number): void;
  onClosed(): void;
}

/** How long a client waits before it connects anew, in milliseconds. */
const RETRY_MS = 2_000;
/** Bytes that wait in this process for a reader; whatever changes meanwhile is told in fewer words. */
const BUFFER_BYTES = 16_384;
const MAX_SILENCE_MS = 60_000;

export function createFollower({ tenantId, filter, from, onSent, onClosed }: FollowerDeps): Follower {
  const pending = createPending(filter);
  let position = from;
  let missed: ResetReason | undefined;
  let [isOpen, isReady] = [false, false];
  let takenAt = performance.now();

  const body = new Readable({
    highWaterMark: BUFFER_BYTES,
    read() {
      takenAt = performance.now();
      isReady = true;
      flush();
    },
    destroy(_error, done) {
      onClosed();
      done(null);
    },
  });
  // A reader that goes away is no error.
  body.on("error", () => undefined);

  const send = (text: string) => {
    isReady = body.push(text);
  };

  const flush = () => {
    if (!isOpen || !isReady || body.destroyed) return;
    const messages = pending.take();
    if (missed) messages.unshift({ event: "reset", data: { reason: missed } });
    missed = undefined;
    if (messages.length === 0) return;
    onSent(messages.length);
    // Only the last one has the id: a reader that loses the connection between two of them is told both again.
    const id = textOfPosition(position);
    send(messages.map(({ event, data }, i) => frame(event, data, i === messages.length - 1 ? id : undefined)).join(""));
  };

  const end = (reason: ByeReason) => {
    if (body.destroyed || body.readableEnded) return;
    flush();
    body.push(frame("bye", { reason }, undefined));
    body.push(null);
    if (reason === "slow_reader") body.destroy();
  };

  return {
    tenantId,
    body,
    end,

    tell(changes, upTo) {
      position = upTo ?? position;
      pending.add(changes);
      flush();
    },

    reset(reason, upTo) {
      position = upTo ?? position;
      pending.clear();
      missed = reason;
      flush();
    },

    open() {
      isOpen = true;
      const kinds = [...filter.kinds];
      // Without an id if messages follow, which are part of what was missed.
      send(`retry: ${RETRY_MS}\n${frame("open", { kinds }, undefined)}`);
      isReady = true;
      flush();
      send(`id: ${textOfPosition(position)}\n\n`);
    },

    beat() {
      if (performance.now() - takenAt > MAX_SILENCE_MS && body.readableLength > 0) end("slow_reader");
      else if (isReady) send(`: alive\nid: ${textOfPosition(position)}\n\n`);
    },
  };
}

/** A message of an event stream: the data is JSON, which has no line breaks. */
function frame(event: string, data: object, id: string | undefined): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
