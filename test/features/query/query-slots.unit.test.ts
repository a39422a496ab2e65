import { describe, expect, test } from "vitest";
import { createQuerySlots, releasedAfter } from "../../../src/features/query/query-slots.ts";

const of = (tenantId: string) => ({ tenantId });

describe("places of queries", () => {
  test("three of a tenant run at once, and the next one after them", async () => {
    const slots = createQuerySlots();
    const [first] = [await slots.take(of("a")), await slots.take(of("a")), await slots.take(of("a"))];
    let isIn = false;
    const fourth = slots.take(of("a")).then((release) => {
      isIn = true;
      return release;
    });
    const other = await slots.take(of("b"));
    expect(isIn).toBe(false);
    first!();
    (await fourth)();
    expect(isIn).toBe(true);
    other();
  });

  test("who waits too long is told to come again", async () => {
    const slots = createQuerySlots();
    for (let i = 0; i < 3; i++) await slots.take(of("a"));
    const late = slots.take(of("a"));
    await expect(late).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", headers: { "Retry-After": "2" } });
  });

  test("who leaves while waiting takes no place", async () => {
    const slots = createQuerySlots();
    const releases = await Promise.all([0, 1, 2].map(() => slots.take(of("a"))));
    const caller = new AbortController();
    const waiting = slots.take({ tenantId: "a", signal: caller.signal });
    caller.abort(new Error("left"));
    await expect(waiting).rejects.toThrow("left");
    for (const release of releases) release();
    await Promise.all([0, 1, 2].map(() => slots.take(of("a"))));
  });
});

describe("the place of a stream", () => {
  async function* numbers() {
    yield 1;
    yield 2;
  }

  test("is freed once: at the end, or when the reader leaves, even before the first page", async () => {
    let freed = 0;
    const release = () => void freed++;
    for await (const _ of releasedAfter(numbers(), release));
    expect(freed).toBe(1);
    for await (const _ of releasedAfter(numbers(), release)) break;
    expect(freed).toBe(2);
    await releasedAfter(numbers(), release).return?.();
    expect(freed).toBe(3);
  });

  test("is freed when reading fails", async () => {
    let freed = 0;
    const broken = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("lost")) }),
    };
    await expect(releasedAfter(broken, () => void freed++).next()).rejects.toThrow("lost");
    expect(freed).toBe(1);
  });
});
