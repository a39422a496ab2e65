import { expect, it } from "vitest";
import { withoutAddresses } from "../../../src/platform/ai/index.ts";

it.each([
  "https://evil.example/?q=1",
  "![x](//evil.example/?q=1)",
  "[here](mailto:a@evil.example)",
  "HTTPS://EVIL.EXAMPLE",
  "https:\\\\evil.example\\x",
  "www.evil.example/?q=1",
  "javascript:fetch('evil.example')",
  "data:text/html,evil.example",
])("takes the address out of %j", (text) => {
  const left = withoutAddresses(`See ${text} now`);
  expect(left).toMatch(/^See .* now$/);
  expect(left).not.toMatch(/evil/i);
});

it.each([
  "64 GB / 8 cores",
  "192.0.2.7:443 answers",
  "and/or",
  "at 10:30: failed",
  "/var/lib/data is full",
  "metadata: none",
])("leaves %j as it is", (text) => expect(withoutAddresses(text)).toBe(text));
