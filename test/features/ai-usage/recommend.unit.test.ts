import { describe, expect, test } from "vitest";
import { recommend } from "../../../src/features/ai-usage/recommend.ts";

const figures = {
  ...{
    operation: "ai.search",
    requests: 10,
    errors: 0,
    fromModel: 10,
    fellBack: 0,
    modelRequests: 10,
    promptTokens: 1_000,
  },
  ...{ completionTokens: 200, cost: 2, p50: 100, p95: 900, ups: 0, downs: 0 },
};
const titles = (more: Partial<typeof figures>) => recommend([{ ...figures, ...more }], []).map(({ title }) => title);

describe("recommendations", () => {
  test("are none for operations that are well, and for few", () => {
    expect(titles({})).toEqual([]);
    expect(titles({ requests: 4, errors: 4 })).toEqual([]);
  });

  test.each<[Partial<typeof figures>, RegExp]>([
    [{ errors: 2 }, /failures of ai.search/],
    [{ fromModel: 5, fellBack: 5 }, /another model/],
    [{ p95: 12_000 }, /faster/],
    [{ ups: 1, downs: 5 }, /worth its model/],
  ])("follow from %j", (more, title) => {
    expect(titles(more)).toEqual([expect.stringMatching(title)]);
  });

  test("for a question that is asked often save all askings but one", () => {
    const used = { promptTokens: 400, completionTokens: 100, cost: 1, ms: 1_000 };
    const plan = { entity: "ci" };
    const [first] = recommend([], [{ question: "How many?", operation: "questions", times: 5, ...used, plan }]);
    expect(first?.estimatedSaving).toEqual({ requests: 4, tokens: 400, cost: 0.8, ms: 800 });
    expect(first?.evidence).toMatchObject({ question: "How many?", times: 5, plan });
  });
});
