import { describe, expect, it } from "vitest";
import { encodeCursor, pageQuery, pageRequest } from "../../../src/platform/http/pagination.ts";
import { timedPage, timedPageInput } from "../../../src/platform/http/timed-pages.ts";

const cursorOf = (content: unknown) => pageQuery.cursor.parse(encodeCursor(content));
const inputFor = (cursor: unknown, sort?: { field: string; order: "asc" | "desc" }) =>
  timedPageInput(pageRequest({ page: 1, limit: 2, cursor, ...(sort && { sort }) }));
const AT = Date.UTC(2026, 0, 1);

describe("timed pages of a list", () => {
  it("start with the newest by default, and continue after the previous page", () => {
    const first = inputFor(undefined);
    expect(first).toEqual({ order: "desc", page: 1, limit: 2, after: undefined });
    expect(inputFor(undefined, { field: "at", order: "asc" }).order).toBe("asc");
    const found = { items: ["a", "b"], total: 3, next: { at: new Date(AT), id: "b" } };
    const { nextCursor, ...page } = timedPage(found, { ...first, order: "asc" });
    expect(page).toEqual({ items: ["a", "b"], total: 3, page: 1, limit: 2 });
    const next = inputFor(pageQuery.cursor.parse(nextCursor));
    expect(next).toMatchObject({ order: "asc", after: { at: new Date(AT), id: "b" } });
    expect(timedPage({ ...found, next: undefined }, next).nextCursor).toBeUndefined();
  });

  it.each([
    { order: "asc", at: 1e300, id: "a" },
    { order: "asc", at: Date.UTC(10_000, 0, 1), id: "a" },
    { order: "asc", at: -62_135_596_800_001, id: "a" },
    { order: "asc", at: 0.5, id: "a" },
    { order: "asc", at: AT, id: "a\0b" },
    { order: "asc", at: AT, id: "x".repeat(101) },
    { order: "up", at: AT, id: "a" },
    { by: "name", name: "a", id: "a" },
  ])("refuse the cursor of %j", (content) => {
    expect(() => inputFor(cursorOf(content))).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
  });

  it("refuse a cursor of the other direction", () => {
    const cursor = cursorOf({ order: "asc", at: AT, id: "a" });
    expect(() => inputFor(cursor, { field: "at", order: "desc" })).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR" }),
    );
  });
});
