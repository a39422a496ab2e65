import { setTimeout as sleep } from "node:timers/promises";
import { coerceError } from "../../errors.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { Follower } from "./follower.ts";
import type { Position, ResetReason } from "./stream.model.ts";
import { type Read, streamStore } from "./stream.store.ts";

/** Reads the entries for all open streams of this process. */
export interface Feed {
  /** Adds a follower that `create` makes at the current position, and tells it what it missed since `since`. */
  join(create: (from: Position) => Follower, since: Position | "unknown" | undefined): Promise<Follower>;
  leave(follower: Follower): void;
  /** Calls the function after the next reading that succeeds: by then followers know of all that was committed before. */
  afterReading(work: () => void): void;
  /** Seconds between the last two readings that succeeded, or since the last one: what a change waited at most. */
  lagSeconds(): number;
}

export interface FeedDeps {
  postgres: Postgres;
  log: Logger;
  /** Milliseconds between two readings; default 150. */
  readMs?: number | undefined;
}

/**
 * Readings are told apart by a pause and not woken by NOTIFY: a transaction that notifies holds a lock on the whole database
 * while it commits, which would make writers wait for each other. Nobody reads where nobody follows.
 */
const READ_MS = 150;
/** Pause after a reading that failed. */
const RETRY_MS = 500;

export function createFeed({ postgres, log, readMs = READ_MS }: FeedDeps): Feed {
  const followers = new Map<string, Set<Follower>>();
  let position: Position | undefined;
  let reading: Promise<void> | undefined;
  let readAt = performance.now();
  let isRunning = false;
  const waiting: (() => void)[] = [];

  const each = (work: (follower: Follower) => void) => {
    for (const ofTenant of followers.values()) for (const follower of ofTenant) work(follower);
  };

  const distribute = ({ position: upTo, changes }: Read) => {
    const byTenant = Map.groupBy(changes, ({ tenantId }) => tenantId);
    each((follower) => follower.tell(byTenant.get(follower.tenantId) ?? [], upTo));
  };

  const readOnce = async (from: Position) => {
    const [tenants, due] = [[...followers.keys()], waiting.length];
    const read = await streamStore.read(postgres, from, tenants);
    const lost = lossOf(from, read);
    const upTo = read?.position ?? (await streamStore.position(postgres));
    position = upTo;
    readAt = performance.now();
    if (lost) each((follower) => follower.reset(lost, upTo));
    else if (read) distribute(read);
    for (const work of waiting.splice(0, due)) work();
  };

  const run = async () => {
    let isFailing = false;
    while (followers.size > 0 && position) {
      try {
        reading = readOnce(position);
        await reading;
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ error: coerceError(error).message }, "changes for open streams could not be read");
        isFailing = true;
      }
      reading = undefined;
      if (followers.size === 0) position = undefined;
      await sleep(isFailing ? RETRY_MS : readMs, undefined, { ref: false });
    }
    isRunning = false;
    position = undefined;
  };

  /** Waits until there is a position, and no reading under way that would move it without the follower's tenant. */
  const settle = async () => {
    if (reading) await reading.catch(() => undefined);
    else {
      const now = await streamStore.position(postgres);
      if (!reading) position ??= now;
    }
  };

  const add = (follower: Follower) => {
    followers.set(follower.tenantId, (followers.get(follower.tenantId) ?? new Set()).add(follower));
  };

  const leave = (follower: Follower) => {
    const ofTenant = followers.get(follower.tenantId);
    ofTenant?.delete(follower);
    if (ofTenant?.size === 0) followers.delete(follower.tenantId);
    // The next follower begins at its own time.
    if (followers.size === 0 && !reading) position = undefined;
  };

  const catchUp = async (follower: Follower, since: Position, from: Position) => {
    const read = await streamStore.read(postgres, since, [follower.tenantId], from);
    const lost = lossOf(since, read);
    if (lost) follower.reset(lost);
    else if (read) follower.tell(read.changes);
  };

  return {
    async join(create, since) {
      while (reading || !position) await settle();
      // Nothing is awaited from here until the follower has its place and the readings run: they end without followers.
      const from = position;
      const follower = create(from);
      add(follower);
      if (!isRunning) {
        isRunning = true;
        readAt = performance.now();
        void run();
      }
      try {
        if (since === "unknown") follower.reset("unknown_id");
        else if (since) await catchUp(follower, since, from);
      } catch (error) {
        leave(follower);
        throw error;
      }
      follower.open();
      return follower;
    },

    leave,

    afterReading(work) {
      waiting.push(work);
    },

    lagSeconds: () => (isRunning ? (performance.now() - readAt) / 1_000 : 0),
  };
}

/** Why what follows a position cannot be told in full; undefined where it can. */
function lossOf(from: Position, read: Read | undefined): ResetReason | undefined {
  if (read?.position.epoch !== from.epoch) return "entries_lost";
  return read.isComplete ? undefined : "expired_id";
}
