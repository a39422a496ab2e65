import { expect, test } from "vitest";
import { cleanedText } from "../../../../src/features/integrations/platforms/platform-failure.ts";

test("secrets are taken out wherever they stand, the longest first, and an empty one changes nothing", () => {
  expect(cleanedText("a pass, a password, passpass", ["", "pass", "password"])).toBe(
    "a [redacted], a [redacted], [redacted][redacted]",
  );
});

test("a secret at the end of what is read is not told in half", () => {
  const secret = "s3cr3t-".repeat(20);
  const text = `${" ".repeat(15_900)}${secret}`;
  expect(cleanedText(text, [secret])).toBe("");
  expect(cleanedText(`${" ".repeat(15_800)}${secret}${"x".repeat(1_000)}`, [secret])).not.toContain("s3cr3t");
});

test("a secret is taken out in base64, hexadecimal digits and as addresses encode it, also as a part of more", () => {
  const secret = "s3/cr?t+ of=ours ÿ~";
  const bytes = Buffer.from(secret);
  const spellings = [
    ...[bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")],
    ...[encodeURIComponent(secret), encodeURIComponent(secret).toLowerCase()],
    new URLSearchParams({ s: secret }).toString().slice(2),
  ];
  for (const each of spellings)
    expect(cleanedText(`refused (${each})`, [secret])).toMatch(/^refused \(\[redacted\]\w?\)$/);
  for (const before of ["u:", "me:", "you:", "Bearer "]) {
    for (const behind of ["", "!", "!!", "!!!"]) {
      for (const alphabet of ["base64", "base64url"] as const) {
        const echoed = Buffer.from(`${before}${secret}${behind}`).toString(alphabet);
        const shown = cleanedText(`refused ${echoed}`, [secret]);
        expect(shown).toContain("[redacted]");
        // What is left holds at most the last bits of a letter.
        const left = shown.slice("refused ".length).split("[redacted]");
        expect(left.join("").length).toBeLessThanOrEqual(Math.ceil(((before.length + behind.length) * 8) / 6) + 5);
      }
    }
  }
  expect(cleanedText("a short text of words", ["ab"])).toBe("a short text of words");
});

test("what looks like a secret is taken out although it is not known", () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijk";
  expect(cleanedText(`refused ${token} of https://agent:hunter2@desk.example.com/`, [])).toBe(
    "refused [redacted] of https://agent:[redacted]@desk.example.com/",
  );
});

test("the text is one line of well-formed characters, cut with a mark", () => {
  expect(cleanedText("a\r\n\tb\u0000\u202ec\ud800d \u2028", [])).toBe("a b c\ufffdd");
  const long = cleanedText("😀".repeat(800), []);
  expect(long).toHaveLength(1_000);
  expect(long).toMatch(/…$/);
  expect(long.isWellFormed()).toBe(true);
});
