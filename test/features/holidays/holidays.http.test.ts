import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ModelServer, modelServer } from "../../support/model-server.ts";
import { type ServiceApp, serviceApp, sharedServiceApp } from "../../support/service-app.ts";

const PATH = "/api/holidays/generate";
const caller = (service: () => ServiceApp, headers: () => Record<string, string>) => (body: object | string) =>
  service().call("POST", PATH, { headers: headers(), body });
const recordOf = async (service: ServiceApp, queryId: string) =>
  (
    await service.postgres.query(
      "select operation, question, source, confidence, status, model_requests from ai_queries where id = $1",
      [queryId],
    )
  )[0];

describe("without a model", () => {
  let http: ServiceApp;
  let admin: Record<string, string>;
  beforeAll(async () => {
    http = await sharedServiceApp();
    admin = await http.login();
  });
  afterAll(() => http?.close());
  const ask = caller(
    () => http,
    () => admin,
  );

  it("answers the predefined calendar of a country, and keeps a record of it", async () => {
    const { status, body } = await ask({ country: "DE", year: 2026, language: "de" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, data: { country: "DE", region: null, year: 2026, source: "rules" } });
    expect(body.data.confidence).toBe(0.95);
    const easter = { date: "2026-04-06", name: "Ostermontag", localName: "Ostermontag", type: "public" };
    expect(body.data.holidays).toContainEqual(easter);
    expect(await recordOf(http, body.data.queryId)).toMatchObject({
      ...{ operation: "holidays", question: "DE 2026", source: "rules", confidence: 0.95 },
      ...{ status: "completed", model_requests: 0 },
    });
  });

  it.each([
    [{ country: "DE-BY" }, { country: "DE-BY", region: "DE-BY" }],
    [
      { country: "de", region: "by" },
      { country: "DE", region: "DE-BY" },
    ],
    [
      { country: "DE", region: "DE-BY" },
      { country: "DE", region: "DE-BY" },
    ],
    [
      { country: "DE-BY", region: "BY" },
      { country: "DE-BY", region: "DE-BY" },
    ],
  ])("takes a region as %j, and names holidays in English unless asked otherwise", async (place, answered) => {
    const { data } = (await ask({ ...place, year: 2026 })).body;
    expect(data).toMatchObject(answered);
    const epiphany = { date: "2026-01-06", name: "Epiphany", localName: "Heilige Drei Könige", type: "public" };
    expect(data.holidays).toContainEqual(epiphany);
  });

  it("is less sure of holidays that follow the moon, and least once they are missing", async () => {
    const surenessOf = async (year: number) => (await ask({ country: "AE", year })).body.data.confidence;
    expect([await surenessOf(2026), await surenessOf(2077)]).toEqual([0.8, 0.4]);
  });

  it.each(["KP", "XX", "ZZ", "UK", "KP-01"])(
    "answers 404 for %s and names the countries that are known",
    async (country) => {
      const { status, body } = await ask({ country, year: 2026 });
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ code: "RESOURCE_NOT_FOUND", details: { field: "country" } });
      expect(body.error.message).toContain(country);
      expect(body.error.message).toContain("AD, AE, ");
      expect(body.error.details.reason).toContain("DE, DJ");
    },
  );

  it("answers 404 for an unknown region of a known country and names its regions", async () => {
    for (const place of [{ country: "DE", region: "QQ" }, { country: "DE-QQ" }, { country: "DE", region: "DE" }]) {
      const { status, body } = await ask({ ...place, year: 2026 });
      expect(status).toBe(404);
      const reason = expect.stringContaining("DE-BW, DE-BY");
      expect(body.error.details).toMatchObject({ field: "region" in place ? "region" : "country", reason });
    }
    const { body } = await ask({ country: "PL-14", year: 2026 });
    expect(body.error.details.reason).toBe("no holidays are known for regions of PL, only for the whole country");
  });

  it.each<[object, string]>([
    [{ country: "DEU", year: 2026 }, "country"],
    [{ country: "", year: 2026 }, "country"],
    [{ country: "__proto__", year: 2026 }, "country"],
    [{ country: "DE.BY", year: 2026 }, "country"],
    [{ country: ["DE"], year: 2026 }, "country"],
    [{ year: 2026 }, "country"],
    [{ country: "DE" }, "year"],
    [{ country: "DE", year: 1969 }, "year"],
    [{ country: "DE", year: 2101 }, "year"],
    [{ country: "DE", year: 2026.5 }, "year"],
    [{ country: "DE", year: "2026" }, "year"],
    [{ country: "DE", year: 2026, language: "xx" }, "language"],
    [{ country: "DE", year: 2026, language: "german" }, "language"],
    [{ country: "DE", year: 2026, language: "../en" }, "language"],
    [{ country: "DE", year: 2026, region: "AT-9" }, "region"],
    [{ country: "DE-BY", year: 2026, region: "DE-BE" }, "region"],
    [{ country: "DE", year: 2026, region: "Bavaria" }, "region"],
    [{ country: "DE", year: 2026, colour: "blue" }, "colour"],
  ])("refuses %j", async (body, field) => {
    const answer = await ask(body);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.error.details.field).toBe(field);
  });

  it.each([1970, 2100])("has the year %i", async (year) => {
    const { data } = (await ask({ country: "AT", year })).body;
    expect(data.holidays.every(({ date }: { date: string }) => date.startsWith(`${year}-`))).toBe(true);
    expect(data.holidays.length).toBeGreaterThan(10);
  });
});

describe("with a model", () => {
  let service: ServiceApp;
  let model: ModelServer;
  let admin: Record<string, string>;
  let said: unknown;
  beforeAll(async () => {
    model = await modelServer(() => said);
    service = await serviceApp({ env: { OPENAI_API_KEY: "sk-test-0123456789", OPENAI_BASE_URL: model.baseUrl } });
    admin = await service.login();
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });
  const ask = caller(
    () => service,
    () => admin,
  );
  const tihar = { date: "2026-11-08", name: "Tihar", localName: "तिहार", type: "public" };

  it("answers what it says of a country that the library lacks, and counts its tokens", async () => {
    said = { holidays: [tihar, { ...tihar, date: "2026-02-29" }] };
    const { status, body, text } = await ask({ country: "np", year: 2026 });
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({
      country: "NP",
      region: null,
      holidays: [tihar],
      source: "model",
      confidence: 0.25,
    });
    expect(model.asked.at(-1)?.input).toMatchObject({
      country: "NP",
      countryName: "Nepal",
      year: 2026,
      language: "en",
    });
    expect(await recordOf(service, body.data.queryId)).toMatchObject({ source: "model", model_requests: 1 });
  });

  it("does not ask it where the library has the country, nor of what is no country or region", async () => {
    const before = model.asked.length;
    expect((await ask({ country: "DE", year: 2026 })).body.data.source).toBe("rules");
    for (const country of ["XX", "DE-QQ", "NP-1"]) expect((await ask({ country, year: 2026 })).status).toBe(404);
    expect(model.asked.length).toBe(before);
  });

  it.each<[string, unknown]>([
    ["nothing", { holidays: [] }],
    ["another year", { holidays: [{ ...tihar, date: "2025-11-08" }] }],
    ["no list", { holidays: "Tihar" }],
    ["prose", "I do not know"],
  ])("answers 404 with the known countries where it says %s, recorded as failed", async (_, answer) => {
    said = answer;
    const { status, body } = await ask({ country: "NP", year: 2026 });
    expect(status).toBe(404);
    expect(body.error.message).toContain("AD, AE, ");
    const [last] = await service.postgres.query(
      "select status, source from ai_queries where operation = 'holidays' order by created_at desc, id desc limit 1",
    );
    expect(last).toEqual({ status: "failed", source: null });
  });

  it("answers 404 where it fails", async () => {
    model.fail(500);
    const { status } = await ask({ country: "NP", year: 2026 });
    model.fail(200);
    expect(status).toBe(404);
  });
});
