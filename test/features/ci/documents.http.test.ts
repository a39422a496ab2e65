import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenApiDocument, Operation } from "../../../src/platform/http/openapi/document.model.ts";
import { parametersOf } from "../../support/api-document.ts";
import { type CiApp, ciApp } from "./ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const queryOf = (document: OpenApiDocument, operation: Operation) =>
  parametersOf({ document, operation }).flatMap(({ in: where, name }) => (where === "query" ? [name] : []));

it("variant B's OpenAPI document lists the routes of configuration items", async () => {
  const { body } = await app.get("/v1/openapi.json");
  const { paths } = body;
  expect(Object.keys(paths["/v1/cmdb/ci"]).sort()).toEqual(["get", "post"]);
  const one = paths["/v1/cmdb/ci/{id}"];
  expect(Object.keys(one).sort()).toEqual(["delete", "get", "put"]);
  for (const further of ["/cmdb/ci/bulk", "/cmdb/ci/{id}/restore", "/cmdb/ci/{id}/history"]) {
    expect(paths).toHaveProperty([`/v1${further}`]);
  }
  const list = paths["/v1/cmdb/ci"].get;
  expect(queryOf(body, list)).toEqual(
    expect.arrayContaining([
      "page",
      "limit",
      "cursor",
      "fields",
      "sort",
      "order",
      "type",
      "status",
      "search",
      "updated_since",
    ]),
  );
  expect(list.description).toContain("`custom_fields.<key>=`");
  expect(one.get.responses["200"].content["application/json"].schema).toEqual({ $ref: "#/components/schemas/CI" });
  expect(body.components.schemas.CI.properties).toHaveProperty("custom_fields");
  const bulk = paths["/v1/cmdb/ci/bulk"].post.requestBody.content["application/json"].schema;
  expect(bulk).toMatchObject({ properties: { items: { type: "array", maxItems: 1000 } }, required: ["items"] });
});

it("variant A's OpenAPI document describes the envelope in camel case", async () => {
  const { body } = await app.get("/api/openapi.json");
  const { paths } = body;
  const schema = paths["/api/cmdb/ci/{id}"].get.responses["200"].content["application/json"].schema;
  expect(schema.properties).toMatchObject({ success: {}, data: { $ref: "#/components/schemas/CI" } });
  expect(body.components.schemas.CI.properties).toMatchObject({ _id: {}, customFields: {}, createdAt: {} });
  expect(paths).not.toHaveProperty(["/api/cmdb/ci/bulk"]);
  expect(queryOf(body, paths["/api/cmdb/ci"].post)).toEqual(["allowDuplicate"]);
});

it("both OpenAPI documents describe what the field filters match, correctly", async () => {
  for (const base of ["/v1", "/api"]) {
    const { body } = await app.get(`${base}/openapi.json`);
    const { description } = body.paths[`${base}/cmdb/ci`].get;
    for (const bound of ["1 to 64", "up to 1,000 characters", "the first 100"]) expect(description).toContain(bound);
  }
  const text = "x".repeat(1_000);
  const many = Object.fromEntries(Array.from({ length: 98 }, (_, i) => [`k${i}`, i]));
  const id = await app.create({
    attributes: { text, longer: `${text}x`, nested: { inner: 1 }, ...many },
    custom_fields: { hundredth: "found", beyond: "lost" },
  });
  const found = async (filter: string) =>
    (await app.get(`/v1/cmdb/ci?${filter}`)).body.data.map((ci: { id: string }) => ci.id);
  for (const filter of [`attributes.text=${text}`, "attributes.k97=97", "custom_fields.hundredth=found"]) {
    expect(await found(filter), filter.slice(0, 40)).toEqual([id]);
  }
  for (const filter of ["attributes.nested=1", "custom_fields.beyond=lost"]) {
    expect(await found(filter), filter).toEqual([]);
  }
  const longer = await app.get(`/v1/cmdb/ci?attributes.longer=${text}x`);
  expect(longer.status).toBe(400);
  expect((await app.get("/v1/cmdb/ci?attributes.a%20b=1")).status).toBe(400);
});
