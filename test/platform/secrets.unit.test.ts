import { describe, expect, it } from "vitest";
import { base62, createSecrets, randomBase62, SealError, sha256 } from "../../src/platform/secrets.ts";

const ROOT = "root secret one, thirty-two characters and more";
const OTHER = "root secret two, thirty-two characters and more";

describe("Secrets.fingerprint", () => {
  it("is equal for the same text, purpose and root only", () => {
    const of = (text: string, root = ROOT) => createSecrets(root).fingerprint("login-attempt", text).toString("hex");
    expect(of("a")).toMatch(/^[0-9a-f]{64}$/);
    expect(of("a")).toBe(of("a"));
    expect(new Set([of("a"), of("b"), of("a", OTHER), sha256("a").toString("hex")]).size).toBe(4);
  });
});

describe("Secrets.seal and Secrets.open", () => {
  const secrets = createSecrets(ROOT);

  it("open returns the plaintext, and seal never the same text twice", () => {
    const one = secrets.seal("totp-secret", "naïve ☃", "user 1");
    const two = secrets.seal("totp-secret", "naïve ☃", "user 1");
    expect(one).not.toBe(two);
    const bytes = Buffer.concat(one.split(".").map((part) => Buffer.from(part, "base64url")));
    expect(bytes.includes("naïve ☃")).toBe(false);
    expect(secrets.open("totp-secret", one, "user 1")).toBe("naïve ☃");
    expect(createSecrets(ROOT).open("totp-secret", two, "user 1")).toBe("naïve ☃");
  });

  it("open rejects another purpose, another binding and another root", () => {
    const sealed = secrets.seal("totp-secret", "x", "user 1");
    expect(() => secrets.open("webhook-secret", sealed, "user 1")).toThrow(SealError);
    expect(() => secrets.open("totp-secret", sealed, "user 2")).toThrow(SealError);
    expect(() => createSecrets(OTHER).open("totp-secret", sealed, "user 1")).toThrow(/another root/);
  });

  it("open accepts texts of a previous root, and seal uses the current one", () => {
    const sealed = secrets.seal("signing-key", "x", "k");
    const rotated = createSecrets(OTHER, [ROOT]);
    expect(rotated.open("signing-key", sealed, "k")).toBe("x");
    expect(createSecrets(OTHER).open("signing-key", rotated.seal("signing-key", "y", "k"), "k")).toBe("y");
  });

  it("open detects any change of the text", () => {
    const sealed = secrets.seal("signing-key", "the content", "k");
    const flip = (c: string) => (c === "A" ? "B" : "A");
    for (let i = 0; i < sealed.length; i++) {
      const changed = sealed.slice(0, i) + flip(sealed[i]!) + sealed.slice(i + 1);
      // The last character of a part may hold spare bits: only a change of the bytes counts.
      const bytes = (text: string) => text.split(".").map((part) => Buffer.from(part, "base64url").toString("hex"));
      if (changed.startsWith("v1.") && `${bytes(changed)}` === `${bytes(sealed)}`) continue;
      expect(() => secrets.open("signing-key", changed, "k")).toThrow(SealError);
    }
    for (const text of ["", "v1", "v1...", "v2.a.b.c", `${sealed}.x`, sealed.slice(0, -6)]) {
      expect(() => secrets.open("signing-key", text, "k")).toThrow(SealError);
    }
  });
});

describe("sha256 and base62", () => {
  it("hashes as SHA-256 does", () => {
    expect(sha256("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("writes numbers in the given width", () => {
    expect(base62(0, 6)).toBe("000000");
    expect(base62(61, 1)).toBe("z");
    expect(base62(62, 2)).toBe("10");
    expect(base62(0xffffffff, 6)).toBe("4gfFC3");
  });

  it("draws every character about equally often", () => {
    const counts = new Map<string, number>();
    for (const c of randomBase62(62_000)) counts.set(c, (counts.get(c) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,000 expected of each, standard deviation 31: eight deviations either side.
    expect(Math.min(...counts.values())).toBeGreaterThan(750);
    expect(Math.max(...counts.values())).toBeLessThan(1_250);
  });
});
