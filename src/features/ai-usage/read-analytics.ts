import { actorName, type RequestContext, requireScope } from "../../context.ts";
import { groupModelCalls, type LimiterUsage } from "../../platform/ai/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import { type FoundPage, findTimedPage, type TimedPageInput } from "../../platform/timed-list.ts";
import { analyticsStore, type ListedQuery } from "./analytics.store.ts";
import { type Recommendation, recommend } from "./recommend.ts";

export interface ReadAnalyticsDeps {
  postgres: Postgres;
  clock: Clock;
  modelLimiter: () => Promise<LimiterUsage>;
}

export const PERIODS = { "24h": 86_400_000, "7d": 7 * 86_400_000, "30d": 30 * 86_400_000 } as const;
export type Period = keyof typeof PERIODS;

export interface Usage {
  requests: number;
  errors: number;
  tokens: { prompt: number | null; completion: number | null };
  cost: number | null;
  p50: number;
  p95: number;
}

export interface Dashboard {
  period: Period;
  /** Operations of callers, and questions that Orrery asked a model by itself. */
  requests: number;
  tokens: { prompt: number | null; completion: number | null };
  cost: number | null;
  byOperation: (Usage & { operation: string; fallbackRate: number | null })[];
  byModel: (Usage & { model: string })[];
  errors: number;
  /** Share of operations answered by rules because a model gave nothing of use; null where no model was asked. */
  fallbackRate: number | null;
  limiter: LimiterUsage;
}

/** What AI operations of a tenant did and used. All throw 403 without `ai.use`. */
export interface AnalyticsVerbs {
  dashboard(ctx: RequestContext, period: Period): Promise<Dashboard>;
  queries(ctx: RequestContext, period: Period, input: TimedPageInput): Promise<FoundPage<ListedQuery>>;
  /** Questions are those of the caller; of everybody for callers with `admin.audit`. */
  recommendations(ctx: RequestContext, period: Period): Promise<Recommendation[]>;
}

/** A question asked so often is worth a saved query. */
const OFTEN = 5;

export function createReadAnalytics({ postgres, clock, modelLimiter }: ReadAnalyticsDeps): AnalyticsVerbs {
  const sinceOf = (period: Period) => new Date(clock.now().getTime() - PERIODS[period]);
  return {
    async dashboard(ctx, period) {
      requireScope(ctx, "ai.use");
      const since = sinceOf(period);
      const [operations, purposes, models, limiter] = await Promise.all([
        analyticsStore.byOperation(postgres, ctx.tenantId, since),
        groupModelCalls(postgres, ctx.tenantId, since, "purpose"),
        groupModelCalls(postgres, ctx.tenantId, since, "model"),
        modelLimiter(),
      ]);
      const byOperation = [
        ...operations.map((each) => ({ operation: each.operation, ...usage(each), fallbackRate: rate([each]) })),
        ...purposes.map((each) => ({
          operation: each.name,
          ...usage({ ...each, requests: each.calls }),
          fallbackRate: null,
        })),
      ];
      const byModel = models.map((each) => ({ model: each.name, ...usage(each) }));
      return {
        ...{ period, byOperation, byModel, limiter },
        requests: sum(byOperation.map(({ requests }) => requests)) ?? 0,
        tokens: {
          prompt: sum(models.map((each) => each.promptTokens)),
          completion: sum(models.map((each) => each.completionTokens)),
        },
        cost: sum(models.map(({ cost }) => cost)),
        errors: sum(byOperation.map(({ errors }) => errors)) ?? 0,
        fallbackRate: rate(operations),
      };
    },

    async queries(ctx, period, input) {
      requireScope(ctx, "ai.use");
      const since = sinceOf(period);
      return findTimedPage(input, {
        rows: (window) => analyticsStore.page(postgres, ctx.tenantId, since, window),
        count: () => analyticsStore.count(postgres, ctx.tenantId, since),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      });
    },

    async recommendations(ctx, period) {
      requireScope(ctx, "ai.use");
      const since = sinceOf(period);
      const actor = ctx.scopes.has("admin.audit") ? null : actorName(ctx.actor);
      const [operations, repeated] = await Promise.all([
        analyticsStore.byOperation(postgres, ctx.tenantId, since),
        analyticsStore.repeated(postgres, ctx.tenantId, since, OFTEN, actor),
      ]);
      return recommend(operations, repeated);
    },
  };
}

interface Figures {
  requests: number;
  errors: number;
  promptTokens: number | null;
  completionTokens: number | null;
  cost: number | null;
  p50: number;
  p95: number;
}

function usage({ requests, errors, promptTokens, completionTokens, cost, p50, p95 }: Figures): Usage {
  return { requests, errors, tokens: { prompt: promptTokens, completion: completionTokens }, cost, p50, p95 };
}

/** Null where no figure is known. */
function sum(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((total, each) => total + each, 0);
}

function rate(operations: readonly { fellBack: number; fromModel: number }[]): number | null {
  const fellBack = sum(operations.map((each) => each.fellBack)) ?? 0;
  const asked = fellBack + (sum(operations.map(({ fromModel }) => fromModel)) ?? 0);
  return asked === 0 ? null : Math.round((fellBack / asked) * 1_000) / 1_000;
}
