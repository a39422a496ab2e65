import { z } from "zod";
import { mustGet } from "../../../model/must-get.ts";
import { type Model, ModelFault, type ModelFaultKind } from "../../../platform/ai/index.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { answersStore } from "./answers.store.ts";
import { keyOfName, type NameQuestion, type OpenName, shown } from "./model-questions.ts";

export interface AskNamesDeps {
  postgres: Postgres;
  model: Model;
  log: Logger;
  /** Names in one question. */
  batchSize: number;
  /** Milliseconds during which the model is left alone after it gave no answer; default ten minutes. */
  restMs?: number | undefined;
  /** Milliseconds that one answer is waited for; default one minute. */
  patienceMs?: number | undefined;
}

/** A model's word on names that nothing else knows. Without a model there is none, and nothing is kept or read. */
export interface AskNames<A> {
  readonly isAvailable: boolean;
  /**
   * Sees to it that the model was asked about each of the names, once, whatever process, host or version brings it.
   * False where another process is asking about one of them right now.
   */
  prepare(tenantId: string, names: readonly OpenName[], signal?: AbortSignal): Promise<boolean>;
  /** Those that the model can be asked about and was not: none without a model. Never asks. */
  unasked(tenantId: string, names: readonly OpenName[]): Promise<OpenName[]>;
  /** In order; undefined where the model said nothing to go by, or was not asked. Never asks. */
  answers(tenantId: string, names: readonly OpenName[]): Promise<(A | undefined)[]>;
}

/** What is done with answers as they come, before they are kept: repeated where the process dies in between. */
export type OnAnswered<A> = (tenantId: string, answers: readonly { asked: OpenName; answer: A }[]) => Promise<void>;

/** The service itself gives nothing; what one batch of names brings about is no reason to ask no more about others. */
const AWAY: ReadonlySet<ModelFaultKind> = new Set(["timeout", "rate_limited", "refused", "failed"]);
const MOST_NAMES = 50;
const PATIENCE_MS = 60_000;
const REST_MS = 600_000;
/** Longer than a question takes; of a process that died its names are free then. */
const CLAIM_SECONDS = 180;
const AGAIN_SECONDS = 3_600;
const LONGEST_SHOWN = 200;

export function createAskNames<R extends z.ZodType<{ id: number }>, A>(
  deps: AskNamesDeps,
  question: NameQuestion<R, A>,
  read: (kept: unknown) => A | undefined,
  onAnswered?: OnAnswered<A>,
): AskNames<A> {
  const { postgres, model, log, restMs = REST_MS } = deps;
  const { kind } = question;
  const size = Math.min(deps.batchSize, MOST_NAMES);
  let restsUntil = 0;

  const answerOf = async (tenantId: string, asked: readonly [string, OpenName][], signal?: AbortSignal) => {
    try {
      const { rows, by } = await ask(deps, question, tenantId, asked, signal);
      const kept = asked.map(([key, name], at) => {
        const row = rows.get(at + 1);
        return { key, asked: name, answer: row === undefined ? undefined : question.accept(name, row) };
      });
      const useful = kept.flatMap(({ asked: name, answer }) => (answer ? [{ asked: name, answer }] : []));
      if (useful.length > 0) await onAnswered?.(tenantId, useful);
      const settled = kept.map(({ key, answer }) => ({ key, answer: answer ?? null }));
      await answersStore.settle(postgres, tenantId, kind, by, settled);
    } catch (error) {
      const keys = asked.map(([key]) => key);
      if (!(error instanceof ModelFault)) {
        await answersStore.putOff(postgres, tenantId, kind, keys, 0);
        throw error;
      }
      log.warn(
        { kind: error.kind, question: kind },
        "the model did not name programs: the words of their names decide",
      );
      if (AWAY.has(error.kind)) restsUntil = performance.now() + restMs;
      await answersStore.putOff(postgres, tenantId, kind, keys, AGAIN_SECONDS);
    }
  };

  return {
    isAvailable: model.isAvailable,

    async prepare(tenantId, names, signal) {
      if (!model.isAvailable || names.length === 0) return true;
      const byKey = new Map(names.map((name) => [keyOfName(name), name]));
      const keys = [...byKey.keys()];
      for (let from = 0; from < keys.length && performance.now() >= restsUntil; from += size) {
        signal?.throwIfAborted();
        const chunk = keys.slice(from, from + size);
        const claimed = await answersStore.claim(postgres, tenantId, kind, chunk, CLAIM_SECONDS);
        const asked = claimed.map((key): [string, OpenName] => [key, mustGet(byKey, key)]);
        if (asked.length > 0) await answerOf(tenantId, asked, signal);
      }
      return !(await answersStore.isBeingAsked(postgres, tenantId, kind, keys));
    },

    async unasked(tenantId, names) {
      if (!model.isAvailable || names.length === 0 || performance.now() < restsUntil) return [];
      const known = await answersStore.known(postgres, tenantId, kind, names.map(keyOfName));
      return names.filter((name) => !known.has(keyOfName(name)));
    },

    async answers(tenantId, names) {
      if (!model.isAvailable || names.length === 0) return names.map(() => undefined);
      const keys = names.map(keyOfName);
      const kept = await answersStore.read(postgres, tenantId, kind, [...new Set(keys)]);
      const byKey = new Map(kept.map(({ key, answer }) => [key, read(answer)]));
      return keys.map((key) => byKey.get(key));
    },
  };
}

/** Rows by the number of the name, of each the first. Rejects with ModelFault. */
async function ask<R extends z.ZodType<{ id: number }>, A>(
  { model, patienceMs = PATIENCE_MS }: AskNamesDeps,
  question: NameQuestion<R, A>,
  tenantId: string,
  asked: readonly [string, OpenName][],
  signal?: AbortSignal,
): Promise<{ rows: Map<number, z.output<R>>; by: string }> {
  const programs = asked.map(([, { name, vendor }], at) => ({
    id: at + 1,
    name: shown(name, LONGEST_SHOWN),
    vendor: vendor === null ? null : shown(vendor, LONGEST_SHOWN),
  }));
  const { value, model: by } = await model.ask(
    {
      purpose: question.purpose,
      tenantId,
      system: question.system,
      input: { programs },
      schema: z.object({ answers: z.array(question.schema).max(4 * MOST_NAMES) }),
      maxTokens: 200 + 80 * asked.length,
      deadlineMs: patienceMs,
    },
    signal,
  );
  const rows = new Map<number, z.output<R>>();
  for (const row of value.answers) if (!rows.has(row.id)) rows.set(row.id, row);
  return { rows, by };
}
