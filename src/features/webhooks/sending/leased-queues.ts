import type { Clock } from "../../../platform/clock.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import type { Lane } from "./delivery-queue.ts";
import { lanesStore } from "./leases.store.ts";

/** The webhooks that this process holds: no other sends to these. */
export interface HeldLanes {
  get(webhookId: string): Lane | undefined;
  /** Takes those that have something due and that nobody holds, among these or among all, and wakes them. */
  take(among?: readonly string[]): Promise<void>;
  /** Holds on; those that another process took meanwhile are closed. */
  renew(): Promise<void>;
  /** Lets go of those that have had nothing to do for a while. */
  letGo(): Promise<void>;
  /** From now on none is taken. */
  stopTaking(): void;
  /** Resolves when what was under way is written down. */
  close(): Promise<void>;
  /** What is still under way is no longer written down. */
  abandon(): void;
  /** Others may send. */
  release(): Promise<void>;
}

export interface HeldLanesDeps {
  postgres: Postgres;
  clock: Clock;
  /** Names this process. */
  owner: string;
  createLane(webhookId: string): Lane;
}

/** A process that dies is replaced when its hold has ended. */
const HOLD_MS = 9_000;
/** A webhook is held for so long after its last delivery: the next one then goes out at once. */
const KEEP_IDLE_MS = 60_000;
const MOST_LANES = 512;

export function createHeldLanes({ postgres, clock, owner, createLane }: HeldLanesDeps): HeldLanes {
  const lanes = new Map<string, Lane>();
  let taking = true;

  const laneOf = (webhookId: string): Lane | undefined => {
    const known = lanes.get(webhookId);
    if (known || lanes.size >= MOST_LANES) return known;
    const lane = createLane(webhookId);
    lanes.set(webhookId, lane);
    return lane;
  };

  return {
    get: (webhookId) => lanes.get(webhookId),

    async take(among) {
      const until = performance.now() + HOLD_MS;
      const input = { owner, holdMs: HOLD_MS, now: clock.now(), limit: MOST_LANES, among };
      const taken = await lanesStore.take(postgres, input);
      if (!taking) return lanesStore.release(postgres, owner, taken);
      const others: string[] = [];
      for (const webhookId of taken) {
        const lane = laneOf(webhookId);
        lane?.holdUntil(until);
        lane?.wake();
        if (!lane) others.push(webhookId);
      }
      // More than are served at once: left to other processes, and looked at again.
      if (others.length > 0) await lanesStore.release(postgres, owner, others);
    },

    async renew() {
      const ids = [...lanes.keys()];
      if (ids.length === 0) return;
      const until = performance.now() + HOLD_MS;
      const held = new Set(await lanesStore.hold(postgres, owner, ids, HOLD_MS));
      for (const id of ids) {
        const lane = lanes.get(id);
        if (held.has(id)) lane?.holdUntil(until);
        else {
          // Another took it: what is under way here ends, and is written down if nobody else did.
          void lane?.close();
          lanes.delete(id);
        }
      }
    },

    async letGo() {
      const keepMs = lanes.size >= MOST_LANES ? 0 : KEEP_IDLE_MS;
      const isIdle = (lane: Lane) => performance.now() - (lane.idleSince() ?? Number.POSITIVE_INFINITY) > keepMs;
      const idle = [...lanes.values()].filter(isIdle);
      for (const lane of idle) {
        void lane.close();
        lanes.delete(lane.webhookId);
      }
      const ids = idle.map(({ webhookId }) => webhookId);
      if (ids.length > 0) await lanesStore.release(postgres, owner, ids);
    },

    stopTaking() {
      taking = false;
    },

    async close() {
      await Promise.all([...lanes.values()].map((lane) => lane.close()));
    },

    abandon() {
      for (const lane of lanes.values()) lane.abandon();
    },

    release: () => lanesStore.release(postgres, owner, [...lanes.keys()]),
  };
}
