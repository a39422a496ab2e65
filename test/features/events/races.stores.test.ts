import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { ALLOWED_TRANSITIONS, EVENT_STATUSES, type EventStatus } from "../../../src/features/events/event.model.ts";
import { createEventWorld, type EventWorld } from "./support.ts";

const CLIENTS = 32;
const MOVES_EACH = 12;

let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld();
});
afterAll(() => world?.close());

interface Answer {
  comment: string;
  requested: EventStatus;
  /** The status after the request, or the details of its rejection. */
  status: EventStatus | undefined;
  refused: { current?: unknown; allowed?: unknown } | undefined;
}

describe(`changeStatus of one event by ${CLIENTS} clients`, () => {
  it("answers 409 with the allowed transitions to each illegal one, and records exactly the accepted ones", async () => {
    const { event } = await world.report({});
    const other = world.another();
    const client = async (n: number): Promise<Answer[]> => {
      const answers: Answer[] = [];
      for (let i = 0; i < MOVES_EACH; i++) {
        const comment = `${n}.${i}`;
        const requested = EVENT_STATUSES[(n * 7 + i * 5) % 3]!;
        const verbs = n % 2 ? other : world.verbs;
        try {
          const { status } = await verbs.changeStatus(world.ctx, { id: event.id, status: requested, comment });
          answers.push({ comment, requested, status, refused: undefined });
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "CONFLICT") throw error;
          answers.push({ comment, requested, status: undefined, refused: error.details as Answer["refused"] });
        }
      }
      return answers;
    };
    const answers = (await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)))).flat();
    const refused = answers.filter((answer) => answer.refused);
    expect(refused.length).toBeGreaterThan(0);
    for (const { requested, refused: why } of refused) {
      expect(why).toEqual({ current: "resolved", allowed: ["open"] });
      expect(requested).toBe("acknowledged");
    }

    const { items, total } = await historyOf(event.id);
    const accepted = answers.filter((answer) => !answer.refused);
    expect(total).toBe(accepted.length);
    const entryOf = new Map(items.map((entry) => [entry.comment, entry]));
    for (const { comment, requested, status } of accepted) {
      expect(status).toBe(requested);
      expect(entryOf.get(comment)?.to).toBe(requested);
    }
    let current: EventStatus = "open";
    for (const { from, to } of items) {
      expect(from).toBe(current);
      expect(to === from || ALLOWED_TRANSITIONS[from].includes(to)).toBe(true);
      current = to;
    }
    expect((await world.verbs.get(world.ctx, event.id)).status).toBe(current);
    const moves = items.filter(({ from, to }) => from !== to).length;
    const change = world.published.filter(
      ({ subject, kind }) => subject.id === event.id && kind === "event.status_changed",
    );
    expect(change).toHaveLength(moves);
    expect(new Set(change.map(({ version }) => version)).size).toBe(moves);
  });
});

/** The whole history, oldest first. */
async function historyOf(id: string) {
  const pages = [];
  for (let page = 1; ; page++) {
    const { items, total } = await world.verbs.history(world.ctx, id, { order: "asc", limit: 100, page });
    pages.push(...items);
    if (pages.length >= total) return { items: pages, total };
  }
}
