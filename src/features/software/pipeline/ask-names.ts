import { z } from "zod";
import { mustGet } from "../../../model/must-get.ts";
import { type Model, ModelFault, type ModelFaultKind } from "../../../platform/ai/index.ts";
import type { Logger } from "../../../platform/log.ts";
import type { Postgres } from "../../../platform/postgres/postgres.ts";
import { answersStore } from "./answers.store.ts";
import { keyOfName, type NameQuestion, printable, type UnknownName } from "./model-questions.ts";

export interface AskNamesDeps {
  postgres: Postgres;
  model: Model;
  log: Logger;
  /** Names per question. */
  batchSize: number;
  /** Milliseconds without questions after the model failed; default ten minutes. */
  backoffMs?: number | undefined;
  /** Milliseconds to wait for one answer; default one minute. */
  timeoutMs?: number | undefined;
}

/**
 * A model's answers for names that nothing else knows. Without a model: no answers, and no store is read or written.
 */
export interface AskNames<A> {
  readonly isAvailable: boolean;
  /**
   * Asks the model about each name that was not asked before by any process, host or version. False if another process
   * is asking about one of them now. The run is the one to which the questions are accounted.
   */
  prepare(tenantId: string, names: readonly UnknownName[], signal?: AbortSignal, runId?: string): Promise<boolean>;
  /** The names not asked yet; none without a model. Does not ask. */
  unasked(tenantId: string, names: readonly UnknownName[]): Promise<UnknownName[]>;
  /** Stored answers in the order of the names; undefined without a usable one. Does not ask. */
  answers(tenantId: string, names: readonly UnknownName[]): Promise<(A | undefined)[]>;
}

/** Called with new answers before they are stored; called again if the process dies in between. */
export type OnAnswered<A> = (tenantId: string, answers: readonly { asked: UnknownName; answer: A }[]) => Promise<void>;

/** Faults of the service itself. Other faults concern one batch of names and do not pause the rest. */
const MODEL_UNAVAILABLE: ReadonlySet<ModelFaultKind> = new Set(["timeout", "rate_limited", "refused", "failed"]);
const MAX_NAMES_PER_QUESTION = 50;
const TIMEOUT_MS = 60_000;
const BACKOFF_MS = 600_000;
/** Longer than a question takes; claims of a process that died expire then. */
const CLAIM_SECONDS = 180;
const RETRY_SECONDS = 3_600;
const MAX_NAME_LENGTH = 200;

export function createAskNames<R extends z.ZodType<{ id: number }>, A>(
  deps: AskNamesDeps,
  question: NameQuestion<R, A>,
  read: (kept: unknown) => A | undefined,
  onAnswered?: OnAnswered<A>,
): AskNames<A> {
  const { postgres, model, log, backoffMs = BACKOFF_MS } = deps;
  const { kind } = question;
  const size = Math.min(deps.batchSize, MAX_NAMES_PER_QUESTION);
  let pausedUntil = 0;

  const askAndStore = async (
    tenantId: string,
    asked: readonly [string, UnknownName][],
    signal?: AbortSignal,
    runId?: string,
  ) => {
    try {
      const { rows, by } = await ask(deps, question, { tenantId, runId }, asked, signal);
      const kept = asked.map(([key, name], at) => {
        const row = rows.get(at + 1);
        return { key, asked: name, answer: row === undefined ? undefined : question.accept(name, row) };
      });
      const useful = kept.flatMap(({ asked: name, answer }) => (answer ? [{ asked: name, answer }] : []));
      if (useful.length > 0) await onAnswered?.(tenantId, useful);
      const settled = kept.map(({ key, answer }) => ({ key, answer: answer ?? null }));
      await answersStore.recordAnswers(postgres, tenantId, kind, by, settled);
    } catch (error) {
      const keys = asked.map(([key]) => key);
      if (!(error instanceof ModelFault)) {
        await answersStore.postpone(postgres, tenantId, kind, keys, 0);
        throw error;
      }
      log.warn(
        { kind: error.kind, question: kind },
        "the model did not name programs: the words of their names decide",
      );
      if (MODEL_UNAVAILABLE.has(error.kind)) pausedUntil = performance.now() + backoffMs;
      await answersStore.postpone(postgres, tenantId, kind, keys, RETRY_SECONDS);
    }
  };

  return {
    isAvailable: model.isAvailable,

    async prepare(tenantId, names, signal, runId) {
      if (!model.isAvailable || names.length === 0) return true;
      const byKey = new Map(names.map((name) => [keyOfName(name), name]));
      const keys = [...byKey.keys()];
      for (let from = 0; from < keys.length && performance.now() >= pausedUntil; from += size) {
        signal?.throwIfAborted();
        const chunk = keys.slice(from, from + size);
        const claimed = await answersStore.claim(postgres, tenantId, kind, chunk, CLAIM_SECONDS);
        const asked = claimed.map((key): [string, UnknownName] => [key, mustGet(byKey, key)]);
        if (asked.length > 0) await askAndStore(tenantId, asked, signal, runId);
      }
      return !(await answersStore.isClaimed(postgres, tenantId, kind, keys));
    },

    async unasked(tenantId, names) {
      if (!model.isAvailable || names.length === 0 || performance.now() < pausedUntil) return [];
      const known = await answersStore.notAskable(postgres, tenantId, kind, names.map(keyOfName));
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

/** The first row of each name, by the name's number from 1. Rejects with ModelFault. */
async function ask<R extends z.ZodType<{ id: number }>, A>(
  { model, timeoutMs = TIMEOUT_MS }: AskNamesDeps,
  question: NameQuestion<R, A>,
  { tenantId, runId }: { tenantId: string; runId: string | undefined },
  asked: readonly [string, UnknownName][],
  signal?: AbortSignal,
): Promise<{ rows: Map<number, z.output<R>>; by: string }> {
  const programs = asked.map(([, { name, vendor }], at) => ({
    id: at + 1,
    name: printable(name, MAX_NAME_LENGTH),
    vendor: vendor === null ? null : printable(vendor, MAX_NAME_LENGTH),
  }));
  const { value, model: by } = await model.ask(
    {
      purpose: question.purpose,
      tenantId,
      account: { runId },
      system: question.system,
      input: { programs },
      schema: z.object({ answers: z.array(question.schema).max(4 * MAX_NAMES_PER_QUESTION) }),
      maxTokens: 200 + 80 * asked.length,
      deadlineMs: timeoutMs,
    },
    signal,
  );
  const rows = new Map<number, z.output<R>>();
  for (const row of value.answers) if (!rows.has(row.id)) rows.set(row.id, row);
  return { rows, by };
}
