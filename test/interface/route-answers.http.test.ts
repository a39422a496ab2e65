import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { MountedRoute } from "../../src/platform/http/mounted.ts";
import { newId } from "../../src/platform/ids.ts";
import { checkEach } from "../support/check-each.ts";
import { composedRoutes, routeName, routesOf } from "../support/composed.ts";
import { type ModelServer, modelServer } from "../support/model-server.ts";
import { expectRateHeaders, type ServiceApp, serviceApp } from "../support/service-app.ts";
import { addressOf, type Exercise, playScenario, type Request, type Scenario } from "./route-scenario.ts";

const routes = routesOf(composedRoutes().paths);
const named = (list: readonly MountedRoute[]) => list.map((mounted) => [routeName(mounted), mounted] as const);

let model: ModelServer;
let service: ServiceApp;
let scenario: Scenario;
let admin: Record<string, string>;
let stranger: Record<string, string>;

beforeAll(async () => {
  // With an embedding model, without which some routes only refuse; what its chat says is no use, so that rules answer.
  model = await modelServer(() => ({}));
  const { apiKey, baseUrl, embeddingName } = model.config;
  const env = { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_EMBEDDING_MODEL: embeddingName };
  service = await serviceApp({ env });
  scenario = await playScenario(service);
  admin = await service.login();
  stranger = await service.loginElsewhere();
});

afterAll(async () => {
  await service?.close();
  await model?.close();
});

const exercisesOf = (mounted: MountedRoute): Exercise[] =>
  scenario.exercises.filter((one) => routeName(one.mounted) === routeName(mounted));

describe("every route", () => {
  it.each(named(routes))("%s succeeds, and answers by its schema and the OpenAPI document", async (_name, mounted) => {
    expect(exercisesOf(mounted).length).toBeGreaterThan(0);
    await checkEach(
      exercisesOf(mounted),
      ({ request, answer }) => `${addressOf(mounted, request)} -> ${answer.status}`,
      (exercise) => {
        expectDeclared(exercise);
        // The caller's windows.
        if (!mounted.route.access.public) expectRateHeaders(exercise.answer.headers);
      },
    );
  });

  it("is exercised with ?fields at more than three routes", () => {
    expect(scenario.exercises.filter(({ request }) => request.query?.fields !== undefined).length).toBeGreaterThan(3);
  });
});

/** Expects the headers that the route declares for the status, and no body member that schema or document lack. */
function expectDeclared({ mounted, request, answer }: Exercise): void {
  const response = mounted.route.responses[answer.status];
  if (!response) throw new Error(`the status ${answer.status} is not declared`);
  for (const header of [
    ...(response.list ? mounted.variant.listHeaders : []),
    ...Object.keys(response.headers ?? {}),
    ...(answer.status === 201 ? ["Location"] : []),
  ]) {
    expect(answer.headers.get(header), header).not.toBeNull();
  }
  if (!response.schema) {
    // Formats of others, like CycloneDX, have schemas of their own.
    const isJson = /^application\/json\b/.test(answer.headers.get("content-type") ?? "");
    expect(isJson, "JSON without a schema").toBe(false);
    return;
  }
  const { schemas } = mounted.variant;
  const fields = request.query?.fields?.split(",");
  // Parsing drops what the schema does not name: nothing may be dropped.
  if (response.list && fields) {
    const shown = ["id", "_id", ...fields];
    for (const item of answer.body.data as object[]) expect(shown).toEqual(expect.arrayContaining(Object.keys(item)));
    const some = schemas.list((response.schema as z.ZodObject).partial());
    expect(some.parse(answer.body)).toEqual(answer.body);
    return;
  }
  const schema = response.list ? schemas.list(response.schema) : schemas.success(response.schema);
  expect(schema.parse(answer.body)).toEqual(answer.body);
}

describe("HEAD", () => {
  const readable = routes.filter(({ route }) => route.method === "GET");

  it.each(named(readable))("of %s has the headers of GET and no body", async (_name, mounted) => {
    const exercised = exercisesOf(mounted)[0]!.request;
    const request = withIds(exercised, (id) => id) ?? exercised;
    const ask = (method: string) => service.call(method, addressOf(mounted, request), { headers: admin });
    let get = await ask("GET");
    let head = await ask("HEAD");
    // Jobs still work on what the scenario made: the answers are compared while GET says the same before and after.
    for (
      let again = await ask("GET"), tries = 0;
      again.text !== get.text && tries < 20;
      again = await ask("GET"), tries++
    ) {
      get = again;
      head = await ask("HEAD");
    }
    expect(get.status, get.text).toBeLessThan(400);
    expect(head.status).toBe(get.status);
    expect(head.text).toBe("");
    // A streamed answer has no known length.
    const length = /\/(export|stream)$/.test(routeName(mounted)) ? null : String(Buffer.byteLength(get.text));
    expect(head.headers.get("content-length")).toBe(length);
    const kept = [...get.headers.keys()].filter((name) => !/^(x-request-id|x-ratelimit-|set-cookie)/.test(name));
    for (const name of kept) expect(head.headers.get(name), name).toBe(get.headers.get(name));
  });
});

/** The request with every id of the tenant replaced; undefined when it has none. */
function withIds(request: Request, replace: (id: string) => string): Request | undefined {
  let found = 0;
  const text = JSON.stringify(request).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    const present = scenario.standIns.get(id) ?? id;
    if (!scenario.live.has(present)) return id;
    found++;
    return replace(present);
  });
  return found === 0 ? undefined : (JSON.parse(text) as Request);
}

/** The answer without the request id and the requested id. */
function seen(answer: { status: number; text: string; headers: Headers }, asked: Request): string {
  const ids = JSON.stringify(asked).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const own = [answer.headers.get("x-request-id") ?? "", ...ids];
  const text = own.reduce((shown, id, place) => shown.replaceAll(id, place === 0 ? "request" : "asked"), answer.text);
  const headers = [...answer.headers].filter(([name]) => !/^(x-request-id|x-ratelimit-)/.test(name));
  return JSON.stringify([
    answer.status,
    headers.map(([name, value]) => [name, own.reduce((v, id) => v.replaceAll(id, "asked"), value)]),
    text,
  ]);
}

describe("another tenant's resources", () => {
  const compared: string[] = [];
  // Agents are the same for every tenant.
  const things = routes.filter(({ pattern }) => !pattern.startsWith("/v1/agents/"));
  // A request that proves itself needs no credential: whose thing its address names is nothing that it could learn.
  const others = routes.filter(({ route: { access } }) => !(access.public && access.signed));
  const byId = things.filter(({ pattern }) => /\{(id|ciId|softwareId|jobId|scanId)\}/.test(pattern));
  const send = (mounted: MountedRoute, request: Request) =>
    service.call(mounted.route.method, addressOf(mounted, request), { headers: stranger, body: request.body });

  it.each(named(byId))("answer 404 at %s", async (_name, mounted) => {
    const all = exercisesOf(mounted).map(({ request }) => [
      withIds(request, (id) => id),
      withIds(request, () => newId()),
    ]);
    expect(all.some(([foreign]) => foreign)).toBe(true);
    for (const [foreign, unknown] of all) {
      if (!foreign || !unknown) continue;
      const answer = await send(mounted, foreign);
      expect(answer.status).toBe(404);
      expect(seen(answer, foreign)).toBe(seen(await send(mounted, unknown), unknown));
    }
  });

  it.each(named(others.filter(({ pattern }) => !/\{(id|ciId|softwareId|jobId|scanId)\}/.test(pattern))))(
    "do not change the answer of %s",
    async (_name, mounted) => {
      for (const { request } of exercisesOf(mounted)) {
        const foreign = withIds(request, (id) => id);
        const unknown = withIds(request, () => newId());
        if (!foreign || !unknown) continue;
        const answer = await send(mounted, foreign);
        expect(answer.status, answer.text).toBeLessThan(500);
        expect(seen(answer, foreign)).toBe(seen(await send(mounted, unknown), unknown));
        compared.push(routeName(mounted));
      }
    },
  );

  it("were named in bodies and queries of many other routes", () => {
    expect(new Set(compared).size).toBeGreaterThan(8);
  });

  it("are in no list", async () => {
    // Every tenant has users, an audit log, the questions of these tests, and the built-in mappings and templates.
    const ownThings = /\/(relationship-types|users|audit|ai-analytics\/queries|software-mappings|templates)$/;
    for (const mounted of routes.filter(({ route }) => route.responses[200]?.list)) {
      if (mounted.pattern.includes("{") || ownThings.test(mounted.pattern)) continue;
      const { body } = await send(mounted, {});
      expect(body.data, routeName(mounted)).toEqual([]);
      expect(body.pagination.total).toBe(0);
    }
    const mappings = service.routes.get("GET /v1/software-mappings")!;
    const shown = await send(mappings, { query: { limit: "100" } });
    expect((shown.body.data as { source: string }[]).every(({ source }) => source === "system")).toBe(true);
    const types = service.routes.get("GET /v1/cmdb/relationship-types")!;
    const { body } = await send(types, { query: { limit: "100" } });
    expect((body.data as { built_in: boolean }[]).every((type) => type.built_in)).toBe(true);
  });

  it("are found at no path", async () => {
    for (const base of ["/v1/api", "/api"]) {
      const { body } = await service.call("GET", `${base}/ci/find-by-ip/192.0.2.20`, { headers: stranger });
      expect(body).toEqual({ found: false, ci: null, matches: [] });
    }
  });

  it("are unchanged afterwards", async () => {
    for (const mounted of byId.filter(({ route }) => route.method === "GET")) {
      for (const { request } of exercisesOf(mounted)) {
        const present = withIds(request, (id) => id);
        if (!present) continue;
        const { status } = await service.call("GET", addressOf(mounted, present), { headers: admin });
        expect(status, routeName(mounted)).toBe(200);
      }
    }
  });
});
