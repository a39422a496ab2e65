import type { Clock } from "../../../platform/clock.ts";
import type { DueDelivery } from "../webhook.model.ts";
import type { LoadTarget, Target } from "./target.ts";

export interface DueCursor {
  dueAt: Date;
  id: string;
}

export interface DuePage {
  deliveries: DueDelivery[];
  /** Whether more deliveries are due after the last one. */
  more: boolean;
}

export interface DueReaderDeps {
  clock: Clock;
  loadTarget: LoadTarget;
  /** Due deliveries from a cursor on, without those of the given ids. */
  due(input: { webhookId: string; from: DueCursor | undefined; except: readonly string[] }): Promise<DuePage>;
}

/** Reads one webhook's target and its due deliveries, page by page. */
export interface DueReader {
  /** The target as read last; undefined before the first read, or where the webhook is not active. */
  target(): Target | undefined;
  /** The next page without the deliveries of these ids; undefined where the webhook changed during the read. */
  read(ids: readonly string[]): Promise<DuePage | undefined>;
  /** The webhook changed: the next read starts at the first due delivery. */
  changed(): void;
}

/** Transactions commit in another order than that of their times, so each page begins this far back. */
const OVERLAP_MS = 2_000;
const FROM_START_EVERY_MS = 5_000;
/** A change whose notification was lost takes effect after this time. */
const RELOAD_MS = 30_000;
const EMPTY_PAGE: DuePage = { deliveries: [], more: false };

export function createDueReader({ clock, loadTarget, due }: DueReaderDeps, webhookId: string): DueReader {
  let target: Target | undefined;
  let loadedAt = 0;
  let epoch = 0;
  let cursor: DueCursor | undefined;
  let more = false;
  let fromStartAt = 0;

  const nextCursor = (): DueCursor | undefined => {
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

    async read(ids) {
      const seen = epoch;
      const [loaded, page] = await Promise.all([
        isCurrent() ? target : loadTarget(webhookId),
        due({ webhookId, from: nextCursor(), except: ids }),
      ]);
      if (seen !== epoch) return undefined;
      if (loaded !== target) loadedAt = performance.now();
      target = loaded;
      if (!target) return EMPTY_PAGE;
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
