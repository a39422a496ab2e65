import { describe, expect, it } from "vitest";
import {
  familyQuestion,
  isPlausibleProduct,
  keyOfName,
  productQuestion,
  readFamilyAnswer,
  readProductAnswer,
} from "../../../src/features/software/pipeline/model-questions.ts";

const asked = (name: string, vendor: string | null = null) => ({ name, vendor, normalizedName: name });
const row = (product: string, more: object = {}) => ({ id: 1, product, vendor: null, confidence: 0.9, ...more });

describe("productQuestion.accept", () => {
  it.each([
    ["Zorble Ledger", "Zorble Ledger 4.2 (x64)"],
    ["Zorble Ledger", "zorbleledger-setup"],
    ["Visual Widget Composer", "VWC 2021"],
    ["Журнал", "Журнал 3.0"],
  ])("isPlausibleProduct accepts %s for the name %s", (product, name) =>
    expect(isPlausibleProduct(product, name)).toBe(true),
  );

  it.each([
    ["Trusted Antivirus", "Zorble Ledger 4.2"],
    ["2021", "Zorble Ledger 2021"],
    ["", "Zorble Ledger"],
    ["Z", "Zorble Ledger"],
    ["***", "***"],
  ])("isPlausibleProduct refuses %s for the name %s", (product, name) =>
    expect(isPlausibleProduct(product, name)).toBe(false),
  );

  it("removes version and control characters from the product, and cuts it", () => {
    expect(productQuestion.accept(asked("Zorble Ledger 4.2"), row("Zorble\u0000 \u202eLedger 4.2"))).toEqual({
      name: "Zorble Ledger",
      vendor: null,
      confidence: 0.9,
    });
    const long = productQuestion.accept(asked("Zorble Ledger"), row(`Zorble ${"x".repeat(900)}`));
    expect(long!.name.length).toBeLessThanOrEqual(255);
  });

  it("keeps the record's maker, and takes the model's if there is none", () => {
    const said = row("Zorble Ledger", { vendor: "Other Corp" });
    expect(productQuestion.accept(asked("Zorble Ledger", "Example Corp"), said)?.vendor).toBe("Example Corp");
    expect(productQuestion.accept(asked("Zorble Ledger"), said)?.vendor).toBe("Other Corp");
    expect(productQuestion.accept(asked("Zorble Ledger"), row("Zorble Ledger", { vendor: " \u0007 " }))?.vendor).toBe(
      null,
    );
  });

  it.each([
    [0.69, false],
    [0.7, true],
    [1, true],
  ])("accepts an answer of confidence %f: %s", (confidence, counts) => {
    const said = productQuestion.accept(asked("Zorble Ledger"), row("Zorble Ledger", { confidence }));
    expect(said !== undefined).toBe(counts);
    const family = familyQuestion.accept(asked("x"), { id: 1, family: "Utilities", confidence });
    expect(family !== undefined).toBe(counts);
  });
});

it("familyQuestion and readFamilyAnswer accept only the thirteen families", () => {
  expect(familyQuestion.schema.safeParse({ id: 1, family: "Malware", confidence: 1 }).success).toBe(false);
  expect(familyQuestion.schema.safeParse({ id: 1, family: "Utilities", confidence: 1 }).success).toBe(true);
  expect(readFamilyAnswer({ family: "Malware", confidence: 1 })).toBeUndefined();
  expect(readFamilyAnswer({ family: "Browsers", confidence: 1 })).toEqual({ family: "Browsers", confidence: 1 });
  expect(readProductAnswer({ name: "" })).toBeUndefined();
  expect(readProductAnswer("x")).toBeUndefined();
});

it("keyOfName ignores case and punctuation, and differs by maker", () => {
  const one = keyOfName(asked("Zorble Ledger", "Example Corp"));
  expect(keyOfName(asked("zorble-ledger", "Example, Corp."))).toBe(one);
  expect(keyOfName(asked("Zorble Ledger", "Other"))).not.toBe(one);
  expect(keyOfName(asked("\u0000\ud800".repeat(5_000)))).toHaveLength(43);
});
