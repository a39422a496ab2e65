import type { Readable } from "node:stream";
import { type RequestContext, requireScope } from "../../context.ts";
import { type AppError, unavailable } from "../../errors.ts";
import type { Logger } from "../../platform/log.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { createFeed } from "./feed.ts";
import { createFollower, type Follower } from "./follower.ts";
import { createGuard } from "./guard-rights.ts";
import { parsePosition, STREAM_SCOPES, type StreamKind } from "./stream.model.ts";
import { createStreamCounts } from "./stream-counts.ts";
import { createFilter } from "./stream-filter.ts";

export interface StreamRequest {
  /** Default: all kinds that the caller may read. */
  kinds?: readonly StreamKind[] | undefined;
  /** The last id that the client got, if it was connected before. */
  lastEventId?: string | undefined;
  /** After so long the stream ends; 0: once it told what was missed. Default: never. */
  maxSeconds?: number | undefined;
  /** Finds out anew who calls, and with which scopes. Throws 401 once the credential has ended. */
  authenticate(): Promise<RequestContext>;
}

/**
 * Opens a stream of changes. Throws 403 if the caller may read none of the kinds, 429 if it has too many open, 503 if this
 * process has, if it stops, or if Postgres is away.
 */
export type OpenStream = (ctx: RequestContext, request: StreamRequest) => Promise<Readable>;

export interface OpenStreamsDeps {
  postgres: Postgres;
  log: Logger;
  /** Milliseconds between two readings of changes; default 150. */
  readMs?: number | undefined;
  /** Milliseconds between two checks of each caller's rights; default 5,000. */
  checkMs?: number | undefined;
}

export interface OpenStreams {
  open: OpenStream;
  /** Ends all streams and opens no more. */
  stop(): Promise<void>;
  figures(): { open: number; messages: number; lagSeconds: number };
}

/** Checks of rights between two signs of life: these come every 15 seconds. */
const CHECK_MS = 5_000;
const CHECKS_A_BEAT = 3;

export function createOpenStreams({ postgres, log, readMs, checkMs = CHECK_MS }: OpenStreamsDeps): OpenStreams {
  const feed = createFeed({ postgres, log, readMs });
  const counts = createStreamCounts();
  const guarded = new Map<Follower, () => Promise<void>>();
  let messages = 0;
  let checks = 0;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  const check = () => {
    checks++;
    for (const [follower, guard] of guarded) {
      void guard();
      if (checks % CHECKS_A_BEAT === 0) follower.beat();
    }
  };

  const close = (follower: Follower | undefined, release: () => void) => {
    release();
    if (!follower) return;
    feed.leave(follower);
    guarded.delete(follower);
    if (guarded.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const open: OpenStream = async (ctx, { kinds, lastEventId, maxSeconds, authenticate }) => {
    requireScope(ctx, ...STREAM_SCOPES);
    const filter = createFilter(ctx, kinds);
    if (isStopping) throw stopping();
    const release = counts.take(ctx);
    let joining: Follower | undefined;
    const create = (from: Parameters<typeof createFollower>[0]["from"]) => {
      joining = createFollower({
        tenantId: ctx.tenantId,
        filter,
        from,
        onSent: (sent) => {
          messages += sent;
        },
        onClosed: () => close(joining, release),
      });
      return joining;
    };
    const since = lastEventId === undefined ? undefined : (parsePosition(lastEventId) ?? "unknown");
    const follower = await feed.join(create, since).catch((error) => {
      if (joining) joining.body.destroy();
      else release();
      throw error;
    });
    if (isStopping || ctx.signal?.aborted) {
      follower.body.destroy();
      throw stopping();
    }
    guarded.set(follower, createGuard({ follower, ctx, kinds, authenticate }));
    timer ??= setInterval(check, checkMs).unref();
    if (maxSeconds === 0) feed.afterReading(() => follower.end("time_is_up"));
    else if (maxSeconds !== undefined) endAfter(follower, maxSeconds);
    return follower.body;
  };

  return {
    open,
    async stop() {
      isStopping = true;
      for (const follower of guarded.keys()) follower.end("stopping");
    },
    figures: () => ({ open: guarded.size, messages, lagSeconds: feed.lagSeconds() }),
  };
}

function endAfter(follower: Follower, seconds: number): void {
  const timer = setTimeout(() => follower.end("time_is_up"), seconds * 1_000).unref();
  follower.body.once("close", () => clearTimeout(timer));
}

function stopping(): AppError {
  return unavailable("This process is stopping; connect again");
}
