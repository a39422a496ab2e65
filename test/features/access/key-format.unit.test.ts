import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyKind, makeKey } from "../../../src/features/access/keys/key-format.ts";

describe("makeKey and keyKind", () => {
  it("makes prefix, environment and 43 characters, of which the last six are a checksum", () => {
    for (const [kind, form] of [
      ["api_key", /^orr_live_[0-9A-Za-z]{43}$/],
      ["discovery_token", /^orrd_live_[0-9A-Za-z]{43}$/],
      ["refresh_token", /^orrr_live_[0-9A-Za-z]{43}$/],
    ] as const) {
      const key = makeKey(kind, "live");
      expect(key).toMatch(form);
      expect(keyKind(key)).toBe(kind);
    }
  });

  it("refuses any single changed character", () => {
    const key = makeKey("api_key", "live");
    for (let i = 0; i < key.length; i++) {
      for (const c of "aZ0_") {
        if (key[i] !== c) expect(keyKind(key.slice(0, i) + c + key.slice(i + 1))).toBeUndefined();
      }
    }
  });

  it("refuses invented texts", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^orr[dr]?_[a-z]{1,6}_[0-9A-Za-z]{43}$/)), (text) => {
        expect(keyKind(text)).toBeUndefined();
      }),
    );
  });
});
