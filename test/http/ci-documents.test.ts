import { afterAll, beforeAll, expect, it } from "vitest";
import { type CiApp, ciApp } from "./ci-app.ts";

let app: CiApp;
beforeAll(async () => {
  app = await ciApp();
});
afterAll(() => app.close());

const parametersOf = (operation: { parameters: { name: string; in: string }[] }) =>
  operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);

it("the document of variant B shows what can be done with configuration items", async () => {
  const { body } = await app.get("/v1/openapi.json");
  const { paths } = body;
  expect(Object.keys(paths["/v1/cmdb/ci"]).sort()).toEqual(["get", "post"]);
  const one = paths["/v1/cmdb/ci/{id}"];
  expect(Object.keys(one).sort()).toEqual(["delete", "get", "put"]);
  for (const further of ["/cmdb/ci/bulk", "/cmdb/ci/{id}/restore", "/cmdb/ci/{id}/history"]) {
    expect(paths).toHaveProperty([`/v1${further}`]);
  }
  const list = paths["/v1/cmdb/ci"].get;
  expect(parametersOf(list)).toEqual(
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
  expect(one.get.responses["200"].content["application/json"].schema.properties).toHaveProperty("custom_fields");
  const bulk = paths["/v1/cmdb/ci/bulk"].post.requestBody.content["application/json"].schema;
  expect(bulk).toMatchObject({ properties: { items: { type: "array", maxItems: 1000 } }, required: ["items"] });
});

it("the document of variant A shows the envelope and camel case", async () => {
  const { body } = await app.get("/api/openapi.json");
  const { paths } = body;
  const schema = paths["/api/cmdb/ci/{id}"].get.responses["200"].content["application/json"].schema;
  expect(schema.properties).toMatchObject({
    success: {},
    data: { properties: { _id: {}, customFields: {}, createdAt: {} } },
  });
  expect(paths).not.toHaveProperty(["/api/cmdb/ci/bulk"]);
  expect(parametersOf(paths["/api/cmdb/ci"].post)).toEqual(["allow_duplicate"]);
});
