import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  isRecoveryCode,
  makeRecoveryCodes,
  recoveryCodeHash,
} from "../../../src/features/access/second-factor/recovery-codes.ts";
import { base32, hotp, matchingStep, otpauthUrl, stepAt } from "../../../src/features/access/second-factor/totp.ts";
import { fromBase32 } from "../../support/base32.ts";

const SECRET = Buffer.from("12345678901234567890");
const at = (seconds: number) => new Date(seconds * 1_000);

describe("hotp and matchingStep", () => {
  // RFC 6238, appendix B, SHA-1.
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("give the code of RFC 6238 at second %i", (seconds, code) => {
    expect(hotp(SECRET, stepAt(at(seconds)), 8)).toBe(code);
    expect(hotp(SECRET, stepAt(at(seconds)))).toBe(code.slice(2));
    expect(matchingStep(SECRET, code.slice(2), at(seconds))).toBe(Math.floor(seconds / 30));
  });

  // RFC 4226, appendix D.
  it("give the codes of RFC 4226 for the first ten counters", () => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(SECRET, counter));
    const expected = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489";
    expect(codes.join(" ")).toBe(expected);
  });

  it("match within one step of now, either way, and no further", () => {
    const now = at(1_234_567_890);
    const found = [-2, -1, 0, 1, 2].map((off) => matchingStep(SECRET, hotp(SECRET, stepAt(now) + off), now));
    expect(found).toEqual([undefined, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, undefined]);
  });

  it.each(["", "00592", "0059240", "00592٤", " 005924", "89005924", "abcdef"])("do not match %j", (code) => {
    expect(matchingStep(SECRET, code, at(1_234_567_890))).toBeUndefined();
  });
});

describe("base32", () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("encodes %j as %j", (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it("keeps every byte of a secret", () => {
    for (let i = 0; i < 100; i++) {
      const secret = randomBytes(20);
      expect(fromBase32(base32(secret))).toEqual(secret);
    }
  });
});

describe("otpauthUrl", () => {
  it("names issuer, account and the parameters, and escapes what is special", () => {
    const url = new URL(otpauthUrl(Buffer.from("foobar"), "a+b&c@example.com"));
    expect(url.protocol).toBe("otpauth:");
    expect(url.host).toBe("totp");
    expect(decodeURIComponent(url.pathname)).toBe("/Orrery:a+b&c@example.com");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: "MZXW6YTBOI",
      issuer: "Orrery",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

describe("recovery codes", () => {
  it("are ten different codes of six groups, never mistaken for a one-time password", () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(isRecoveryCode(code), code).toBe(true);
    for (const other of ["123456", "", "234567-234567", `${codes[0]}-aaaa`, `${codes[0]}\n`]) {
      expect(isRecoveryCode(other), other).toBe(false);
    }
  });

  it("hash equally in upper and lower case, and differently for each user", () => {
    const [code = ""] = makeRecoveryCodes();
    expect(recoveryCodeHash("u", code.toUpperCase())).toEqual(recoveryCodeHash("u", code));
    expect(recoveryCodeHash("v", code)).not.toEqual(recoveryCodeHash("u", code));
  });
});
