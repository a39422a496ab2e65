import { describe, expect, it } from "vitest";
import { absentModel, askOrNone, type Model, ModelFault, supportedWords } from "../../../src/platform/ai/index.ts";

const TOLD = "app01 at 192.0.2.10 has 3 findings; Java 21.0.4";

describe("supportedWords", () => {
  it.each(["It has 3 findings.", "It runs Java 21.0.4 at 192.0.2.10", "Nobody owns it.", "app01 runs Java."])(
    "keeps what holds no other figure: %s",
    (words) => expect(supportedWords(words, TOLD, 100)).toBe(words),
  );

  it.each([
    ["another figure", "It has 4 findings"],
    ["a part of a figure", "It has 10 findings"],
    ["a part of a version", "It runs Java 21"],
    ["another host", "It is 192.0.2.1"],
    ["an address of a page", "See https://example.com"],
    ["a figure in words", "It has seven findings"],
    ["a figure in other digits", "It has ４ findings"],
    ["another host name", "Ask db01.example.com first"],
    ["a person", "Ask mallory@example.org first"],
    ["markup", "It <b>runs</b> Java"],
    ["nothing", "  "],
  ])("drops words with %s", (_, words) => expect(supportedWords(words, TOLD, 100)).toBeUndefined());

  it("cuts long words, not through a character", () => {
    expect(supportedWords("abc 😀", TOLD, 3)).toBe("abc");
    expect(supportedWords("abc 😀", TOLD, 5)).toBe("abc \ufffd");
  });
});

describe("askOrNone", () => {
  const request = { purpose: "test" } as Parameters<Model["ask"]>[0];
  const failing = (error: Error): Model => ({ ...absentModel, isAvailable: true, ask: () => Promise.reject(error) });

  it("answers undefined without a model, and where it gives no usable answer", async () => {
    expect(await askOrNone(absentModel, request, undefined)).toBeUndefined();
    expect(await askOrNone(failing(new ModelFault("invalid", "no")), request, undefined)).toBeUndefined();
  });

  it("rejects with what is no fault of the model", async () => {
    await expect(askOrNone(failing(new Error("aborted")), request, undefined)).rejects.toThrow("aborted");
  });
});
