import { expect, it } from "vitest";
import { isSupportedRisk } from "../../../../src/features/change-risk/assess/words/supported.ts";

const EVIDENCE = JSON.stringify({
  risk: { level: "high", score: 62 },
  changed: ["db01.example.com"],
  minutes: 120,
  window: "2026-11-28T22:00:00.000Z",
  services: 2,
  names: ["<node 2>"],
});

it.each([
  "Changing db01.example.com is a high risk: 62 of 100 is not said, so not here.".replace(" of 100", ""),
  "Two services are affected for up to 120 minutes.",
  "Begin at 22:00 on 2026-11-28.",
  "Watch one service after the other.",
  "Changing db01.example.com with <node 2> is due.",
])("a text is kept whose figures, hosts and level the evidence holds: %s", (text) => {
  expect(isSupportedRisk(text, EVIDENCE, "high")).toBe(true);
});

it.each([
  ["a figure", "It takes 45 minutes."],
  ["a figure in other digits", "It takes ４５ minutes."],
  ["a figure in words", "Seven services fail."],
  ["a large figure in words", "A trillion users are affected."],
  ["a figure as a letter", "Ⅻ services fail."],
  ["a figure in Chinese", "影响五百人。"],
  ["a figure in a circle", "㈤ services fail."],
  ["markup", "Click <img src=x onerror=y> first."],
  ["a share in words", "Half of the services fail."],
  ["another level", "This is a low risk change."],
  ["no risk at all", "There is no risk."],
  ["an address", "See https://evil.example.com/x for details."],
  ["a picture", "![x](//evil.example.com/x.png)"],
  ["another host", "Send the results to evil.example.org first."],
  ["a person", "Ask mallory@evil.example.org."],
])("a text with %s that the evidence lacks is dropped", (_, text) => {
  expect(isSupportedRisk(text, EVIDENCE, "high")).toBe(false);
});
