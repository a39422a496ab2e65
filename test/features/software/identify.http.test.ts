import { afterAll, beforeAll, expect, it } from "vitest";
import { createIdentification } from "../../../src/features/software/index.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { newId } from "../../../src/platform/ids.ts";
import { createLogger } from "../../../src/platform/log.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { createFeatureApp, credential, type FeatureApp } from "../../support/feature-app.ts";
import { expectErrorForm, fieldsOf } from "../../support/http-cases.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { dictionaryOn } from "../cpe-dictionary/support.ts";

const PATH = "/v1/software/identify";
const TENANT = newId();
const asked: string[] = [];
let scratch: Scratch;
let app: FeatureApp;
beforeAll(async () => {
  scratch = await scratchDatabase();
  const query: Postgres["query"] = (text, values) => {
    asked.push(text);
    return scratch.postgres.query(text, values);
  };
  const dictionary = dictionaryOn({ ...scratch.postgres, query }, systemClock).reader;
  const { routes } = createIdentification({
    postgres: scratch.postgres,
    dictionary,
    clock: systemClock,
    log: createLogger("silent"),
    sendReapply: async () => undefined,
  });
  app = createFeatureApp({ v1: routes.v1 }, scratch.postgres);
});
afterAll(() => scratch.drop());

const identify = (items: unknown, more: object = {}) =>
  app.call("POST", PATH, { headers: credential(TENANT), body: { items, ...more } });

it("POST /v1/software/identify returns the results in the order of the items", async () => {
  const { status, body } = await identify([
    { name: "7-Zip 23.01 (x64)", vendor: "Igor Pavlov", version: "23.01", platform: "windows_program" },
    { name: "Zqx unheard of", vendor: null, version: null, platform: null, cpe_name: null },
    { name: "jira", version: "3.5.0", platform: "python" },
  ]);
  expect(status).toBe(200);
  expect(body.results).toHaveLength(3);
  expect(body.results[0]).toEqual({
    normalized_name: "7-Zip",
    software: { name: "7-Zip", vendor: "Igor Pavlov" },
    family: "Utilities",
    kind: "application",
    mapping_id: expect.any(String),
    cpe: {
      name: "cpe:2.3:a:7-zip:7-zip:23.01:*:*:*:*:*:*:*",
      match: "exact",
      score: expect.any(Number),
      method: "vendor_product",
      candidates: expect.any(Array),
      reasons: expect.arrayContaining([expect.stringContaining("7-Zip")]),
    },
  });
  expect(body.results[1]).toMatchObject({
    mapping_id: null,
    cpe: { name: null, match: "none", score: 0, method: null },
  });
  expect(body.results[2].cpe).toMatchObject({ name: null, match: "none" });
});

it("POST /v1/software/identify accepts a reported CPE name that the dictionary lacks, and reports a malformed one", async () => {
  const name = "cpe:2.3:a:example:unlisted:1.0:*:*:*:*:*:*:*";
  const { body } = await identify([
    { name: "x", cpe_name: name },
    { name: "x", cpe_name: "cpe:2.3:a:short" },
  ]);
  expect(body.results[0].cpe).toMatchObject({ name, match: "exact", method: "reported" });
  expect(body.results[1].cpe).toMatchObject({ name: null, match: "none" });
  expect(body.results[1].cpe.reasons.join()).toContain("malformed");
});

const item = { name: "Example" };
const MANY = Array.from({ length: 1_001 }, () => item);
it.each([
  ["an unknown platform", [item, { ...item, platform: "vms" }], ["items.1.platform"]],
  ["no name", [{ vendor: "Example" }], ["items.0.name"]],
  ["an empty name", [{ name: "" }], ["items.0.name"]],
  ["a name too long", [{ name: "a".repeat(10_001) }], ["items.0.name"]],
  ["a version that is a number", [{ ...item, version: 3 }], ["items.0.version"]],
  ["an unknown member", [{ ...item, vendr: "Example" }], ["items.0.vendr"]],
  ["NUL", [{ name: "a\u0000b" }], undefined],
  ["a lone surrogate", [{ name: "\ud800" }], undefined],
  ["no items", [], ["items"]],
  ["too many items", MANY, ["items"]],
  ["no list", "Example", ["items"]],
])("POST /v1/software/identify refuses %s", async (_what, items, fields) => {
  const answer = await identify(items);
  expect(answer.status).toBe(400);
  expectErrorForm(answer, "b");
  if (fields) expect(fieldsOf(answer.body)).toEqual(fields);
});

it("POST /v1/software/identify refuses unknown members of the body, and callers without the scope", async () => {
  expect((await identify([item], { dry_run: true })).status).toBe(400);
  const powerless = await app.call("POST", PATH, {
    headers: credential(TENANT, ["cmdb.read"]),
    body: { items: [item] },
  });
  expect(powerless).toMatchObject({ status: 403, body: { error: { required_scope: "software.read" } } });
});

const ODD = [
  "a".repeat(10_000),
  "\u0001\u202e\u007f",
  "微信 2.0",
  "🧰🧰",
  "<script>",
  "$(reboot) `id`",
  "com.example.a",
];
const VERSIONS = ["latest", "v3", "1.0.0-rc.1+build", "2024-01-01", "9".repeat(200)];
it("POST /v1/software/identify answers for a thousand odd names without a warning", async () => {
  const items = Array.from({ length: 1_000 }, (_, at) => ({
    name: at < ODD.length ? ODD[at] : `${ODD[(at % (ODD.length - 1)) + 1]} ${at}`,
    vendor: ODD[(at * 5) % ODD.length]?.slice(0, 100),
    version: VERSIONS[at % VERSIONS.length],
  }));
  const { status, body } = await identify(items);
  expect(status).toBe(200);
  expect(body.results).toHaveLength(1_000);
});

it("POST /v1/software/identify writes nothing", async () => {
  asked.length = 0;
  await identify([
    { name: "Zqx", version: "1" },
    { name: "x", cpe_name: "cpe:2.3:a:example:unlisted:9:*:*:*:*:*:*:*" },
  ]);
  expect(asked.length).toBeGreaterThan(0);
  for (const text of asked) expect(text).toMatch(/^\s*select/i);
});
