import { expect, it } from "vitest";
import { findTimedPage, type TimedWindow } from "../../src/platform/timed-list.ts";

const entries = [5, 4, 3, 2, 1].map((n) => ({ id: `e${n}`, createdAt: new Date(n) }));

/** What the page holds, and the window that its store was asked for. */
async function pageOf(input: { page: number; limit: number; after?: { at: Date; id: string } | undefined }) {
  const windows: TimedWindow[] = [];
  const found = await findTimedPage(
    { order: "desc", ...input },
    {
      async rows(window) {
        windows.push(window);
        const behind = entries.filter(({ createdAt }) => !window.after || createdAt < window.after.at);
        return behind.slice(window.offset, window.offset + window.limit);
      },
      count: async () => entries.length,
      positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    },
  );
  return { ids: found.items.map(({ id }) => id), total: found.total, next: found.next, windows };
}

it("names the position of the last entry where another page follows", async () => {
  const { ids, total, next } = await pageOf({ page: 1, limit: 2 });
  expect({ ids, total, next }).toEqual({ ids: ["e5", "e4"], total: 5, next: { at: new Date(4), id: "e4" } });
});

it("names no position at the end, also where the last page is full", async () => {
  expect(await pageOf({ page: 3, limit: 2 })).toMatchObject({ ids: ["e1"], next: undefined });
  expect(await pageOf({ page: 1, limit: 5 })).toMatchObject({ ids: ["e5", "e4", "e3", "e2", "e1"], next: undefined });
});

it("skips pages by their number, and not behind a position", async () => {
  expect(await pageOf({ page: 2, limit: 2 })).toMatchObject({ ids: ["e3", "e2"], windows: [{ offset: 2, limit: 3 }] });
  const after = { at: new Date(3), id: "e3" };
  expect(await pageOf({ page: 2, limit: 2, after })).toMatchObject({
    ids: ["e2", "e1"],
    windows: [{ offset: 0, after }],
  });
});
