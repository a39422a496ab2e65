import { describe, expect, it } from "vitest";
import { isDiscoveredByAi, isTypeName } from "../../src/model/relationships.ts";

describe("isTypeName", () => {
  it.each(["depends_on", "3rd_party", "42", "_private", "A b-c_d", "x".repeat(40)])("accepts %j", (name) => {
    expect(isTypeName(name)).toBe(true);
  });

  it.each(["", " ", "_", "- _", "a/b", "a\n", "é", "x".repeat(41), "`", "a:b"])("refuses %j", (name) => {
    expect(isTypeName(name)).toBe(false);
  });
});

describe("isDiscoveredByAi", () => {
  it.each([
    ...[
      "ai",
      "AI",
      "Ai",
      "ai:gpt",
      "ai-enhanced",
      "ai_model",
      "AI Agent",
      "AI-AGENT",
      " ai agent",
      "ai/1",
      "AI.",
      "ai\nx",
    ],
    ...["aiEnhanced", "aiAgent"],
  ])("takes %j for a model", (name) => expect(isDiscoveredByAi(name)).toBe(true));

  it.each([
    ...[
      "aix scanner",
      "AIX",
      "Airwatch",
      "AirWatch",
      "AIRWATCH",
      "aide",
      "ai2",
      "ai\u00e9",
      "an ai",
      "scan:ai",
      "main",
    ],
    ...["", null, undefined],
  ])("takes %j for none", (name) => expect(isDiscoveredByAi(name)).toBe(false));
});
