import { describe, expect, it } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { askModel } from "../../../src/features/holidays/ask-model.ts";
import { absentModel, type Model, ModelFault, type ModelRequest } from "../../../src/platform/ai/index.ts";

const ctx = { tenantId: "t" } as RequestContext;
const input = { country: "NP", countryName: "Nepal", year: 2024, language: "en" };
const day = (date: string, name = "A day", more: object = {}) => ({
  date,
  name,
  localName: "दिन",
  type: "public",
  ...more,
});

/** A model that says this, as the platform hands it over. */
function saying(said: unknown) {
  const asked: ModelRequest<unknown>[] = [];
  const model = {
    ...absentModel,
    isAvailable: true,
    ask: async (request: ModelRequest<unknown>) => {
      asked.push(request);
      const parsed = request.schema.safeParse(said);
      if (!parsed.success) throw new ModelFault("invalid", "The answer is not of the schema");
      return { value: parsed.data };
    },
  } as unknown as Model;
  return { asked, ask: () => askModel(model, ctx, input, "q1") };
}
const kept = async (holidays: unknown[]) => (await saying({ holidays }).ask())?.holidays;

describe("holidays of a model", () => {
  it("are taken in the order of dates, with less confidence than rules have", async () => {
    const { ask, asked } = saying({ holidays: [day("2024-11-01", "Tihar"), day("2024-02-29", "Leap day")] });
    expect(await ask()).toEqual({
      holidays: [day("2024-02-29", "Leap day"), day("2024-11-01", "Tihar")],
      confidence: 0.5,
    });
    expect(asked[0]).toMatchObject({ input, tenantId: "t", account: { queryId: "q1" } });
    expect(asked[0]!.system).not.toContain("Nepal");
  });

  it.each([
    ["2023-12-31", "another year"],
    ["2025-01-01", "another year"],
    ["2024-02-30", "no day"],
    ["2024-13-01", "no month"],
    ["2024-1-1", "another form"],
    ["01.01.2024", "another form"],
    ["2024-01-01T00:00:00Z", "a time"],
    ["", "nothing"],
  ])("lose %j, which is %s, and some confidence", async (date) => {
    const answer = await saying({
      holidays: [day("2024-01-15"), day("2024-01-16"), day("2024-01-17"), day(date)],
    }).ask();
    expect(answer?.holidays.map((one) => one.date)).toEqual(["2024-01-15", "2024-01-16", "2024-01-17"]);
    expect(answer?.confidence).toBe(0.38);
  });

  it("know that a common year has no leap day", async () => {
    const common = { ...input, year: 2023 };
    const said = { holidays: [day("2023-02-28"), day("2023-02-29")] };
    const model = { ...absentModel, isAvailable: true, ask: async () => ({ value: said }) } as unknown as Model;
    const answer = await askModel(model, ctx, common, "q1");
    expect(answer?.holidays.map((one) => one.date)).toEqual(["2023-02-28"]);
  });

  it("are there once, also where several have one date", async () => {
    const found = await kept([day("2024-01-15", "One"), day("2024-01-15", "One"), day("2024-01-15", "Two")]);
    expect(found?.map(({ name }) => name)).toEqual(["One", "Two"]);
  });

  it("have names on one line; a local name that is none gives way to the name", async () => {
    const found = await kept([
      day("2024-01-15", "  New\n\u0000Year\u202e "),
      day("2024-01-16", "Other", { localName: "https://evil.example/x" }),
      day("2024-01-17", "Lone \ud800 surrogate"),
    ]);
    expect(found?.map(({ name }) => name)).toEqual(["New Year", "Other", "Lone surrogate"]);
    expect(found?.[1]?.localName).toBe("Other");
  });

  it.each(["", "   ", "12345", "See https://evil.example", "<img src=x>", "www.evil.example", "x".repeat(201)])(
    "are none with the name %j",
    async (name) => {
      expect(await kept([day("2024-01-15", "Right"), day("2024-01-16", name)])).toMatchObject([{ name: "Right" }]);
      expect(await kept([day("2024-01-16", name)])).toBeUndefined();
    },
  );

  it("are not believed where most of the answer is nonsense, or all", async () => {
    expect(await kept([day("2024-01-15"), day("1999-01-01"), day("1999-01-02")])).toBeUndefined();
    expect(await kept([])).toBeUndefined();
    expect(await saying({ holidays: "none" }).ask()).toBeUndefined();
    expect(await saying({ holidays: [day("2024-01-15", "A", { type: "party" })] }).ask()).toBeUndefined();
    expect(await saying({ holidays: Array(401).fill(day("2024-01-15")) }).ask()).toBeUndefined();
    expect(await saying(null).ask()).toBeUndefined();
  });

  it("are undefined without a model; faults of other kinds are thrown on", async () => {
    expect(await askModel(absentModel, ctx, input, "q1")).toBeUndefined();
    const broken = { ...absentModel, isAvailable: true, ask: () => Promise.reject(new Error("aborted")) } as Model;
    await expect(askModel(broken, ctx, input, "q1")).rejects.toThrow("aborted");
  });
});
