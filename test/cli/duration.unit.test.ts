import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDuration } from "../../src/model/duration.ts";

const DAY = 24 * 60 * 60_000;
const bounds = { minMs: 60_000, maxMs: 365 * DAY };
const ms = (text: string) => {
  const parsed = parseDuration(text, bounds);
  return parsed.ok ? parsed.ms : parsed.reason;
};

describe("durations", () => {
  it.each([
    ["1m", 60_000],
    ["12h", DAY / 2],
    ["90d", 90 * DAY],
    ["4w", 28 * DAY],
    ["P90D", 90 * DAY],
    ["P2W", 14 * DAY],
    ["PT12H", DAY / 2],
    ["P1DT6H30M", DAY + 6.5 * 60 * 60_000],
    ["PT60S", 60_000],
    ["P1Y", 365 * DAY],
    ["P3M", 90 * DAY],
    ["365d", 365 * DAY],
  ])("%s is read", (text, expected) => {
    expect(ms(text)).toBe(expected);
  });

  it.each([
    "",
    "90",
    "d",
    "90 d",
    "90D",
    "-1d",
    "+1d",
    "1.5d",
    "1e3d",
    "90d ",
    "90days",
    "P",
    "PT",
    "P1",
    "P1DT",
    "P-1D",
    "P1.5D",
    "p90d",
    "P1H",
    "1d2h",
    "９０d",
    "P90D\n",
    "99999999999d",
    "PT1M1H",
  ])("%j is refused", (text) => {
    expect(ms(text)).toMatch(/^must be a duration/);
  });

  it("is held to its bounds, both inclusive, and says which was passed", () => {
    expect(ms("PT59S")).toBe("must be at least 1 minute");
    expect(ms("0d")).toBe("must be at least 1 minute");
    expect(ms("366d")).toBe("must be at most 365 days");
    expect(ms("999999999w")).toBe("must be at most 365 days");
  });

  it("answers every text, with a length within the bounds or a reason", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^P?[0-9YMWDTHSmhdw]{0,12}$/)), (text) => {
        const parsed = parseDuration(text, bounds);
        if (parsed.ok) expect(parsed.ms >= bounds.minMs && parsed.ms <= bounds.maxMs).toBe(true);
        else expect(parsed.reason).toMatch(/^must be/);
      }),
    );
  });
});
