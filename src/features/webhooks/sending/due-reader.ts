import type { Clock } from "../../../platform/clock.ts";
import type { LoadTarget, Target } from "./target.ts";
import type { DueDelivery } from "../webhook.model.ts";

export interface Place {
  dueAt: Date;
  id: string;
}

export interface DuePage {
  deliveries: DueDelivery[];
  /** Whether more is due behind the last one. */
  more: boolean;
}

export interface LaneReaderDeps {
  clock: Clock;
  loadTarget: LoadTarget;
  /** What is due, beginning at a place, without those at hand. */
  due(input: { webhookId: string; from: Place | undefined; except: readonly string[] }): Promise<DuePage>;
}

/** Reads what is due to one webhook, and where it goes. */
export interface LaneReader {
  /** Where it goes, as it was read last; undefined: not known, or nowhere. */
  target(): Target | undefined;
  /** The next page, without those at hand; undefined where the webhook changed meanwhile. */
  read(atHand: readonly string[]): Promise<DuePage | undefined>;
  /** The webhook changed: all is read anew, from the first one due. */
  changed(): void;
}

/** Transactions commit in another order than that of their times: so far back is looked again. */
const OVERLAP_MS = 2_000;
const FROM_START_EVERY_MS = 5_000;
/** Changes of a webhook are told at once; one that was not is known after this time. */
const RELOAD_MS = 30_000;
const NOTHING: DuePage = { deliveries: [], more: false };

export function createLaneReader({ clock, loadTarget, due }: LaneReaderDeps, webhookId: string): LaneReader {
  let target: Target | undefined;
  let loadedAt = 0;
  let epoch = 0;
  let cursor: Place | undefined;
  let more = false;
  let fromStartAt = 0;

  const placeToRead = (): Place | undefined => {
    const now = performance.now();
    if (cursor === undefined || now >= fromStartAt) {
      fromStartAt = now + FROM_START_EVERY_MS;
      return undefined;
    }
    return more ? cursor : { dueAt: new Date(cursor.dueAt.getTime() - OVERLAP_MS), id: "" };
  };
  const isCurrent = () =>
    target !== undefined &&
    performance.now() - loadedAt < RELOAD_MS &&
    (!target.validUntil || target.validUntil > clock.now());

  return {
    target: () => target,

    async read(atHand) {
      const seen = epoch;
      const [loaded, page] = await Promise.all([
        isCurrent() ? target : loadTarget(webhookId),
        due({ webhookId, from: placeToRead(), except: atHand }),
      ]);
      if (seen !== epoch) return undefined;
      if (loaded !== target) loadedAt = performance.now();
      target = loaded;
      if (!target) return NOTHING;
      const last = page.deliveries.at(-1);
      if (last) cursor = { dueAt: last.dueAt, id: last.id };
      more = page.more;
      return page;
    },

    changed() {
      epoch++;
      target = undefined;
      cursor = undefined;
    },
  };
}
