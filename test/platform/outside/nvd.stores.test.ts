import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../../../src/platform/log.ts";
import { createNvd, type NvdFault, type NvdOptions } from "../../../src/platform/nvd/index.ts";
import { createPostgres } from "../../../src/platform/postgres/postgres.ts";
import { cpePage, cpeProduct } from "../../support/cpe-products.ts";
import { type OutsideServer, outsideServer, sendJson } from "../../support/outside-server.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";

const KEY = "11111111-2222-3333-4444-555555555555";
const RECORDED = path.resolve("../shared/data/nvd/cpes_page.json");
const EDITOR = "cpe:2.3:a:example:editor:1.0:*:*:*:*:*:*:*";

let scratch: Scratch;
let server: OutsideServer;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.drop());
beforeEach(async () => {
  server = await outsideServer((_request, response) => sendJson(response, cpePage([cpeProduct(EDITOR)])));
  await scratch.postgres.query("delete from outside_calls");
});
afterEach(() => server.close());

const quick = { tries: 3, baseMs: 20, capMs: 50 };
/** With the spacing of production. */
const spaced = (options: Partial<NvdOptions> = {}) =>
  createNvd({
    postgres: scratch.postgres,
    log,
    config: { baseUrl: server.base, apiKey: KEY },
    backOff: quick,
    ...options,
  });
const client = (options: Partial<NvdOptions> = {}) => spaced({ spacingMs: 5, ...options });
const faultOf = async (work: Promise<unknown>) => {
  const fault = await work.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error as NvdFault,
  );
  expect(fault.name).toBe("NvdFault");
  return fault;
};

/** Starts of calls in milliseconds, as the log has them. */
const startsIn = (lines: string[]) =>
  lines
    .map((line) => JSON.parse(line) as { service?: string; started?: string })
    .filter(({ service, started }) => service === "nvd" && started)
    .map(({ started }) => Date.parse(started!));

describe("spacing of createNvd's calls", () => {
  it("is 0.7 s with a key over two processes, however slow the answers are", async () => {
    server.answer((_request, response) => {
      setTimeout(() => sendJson(response, cpePage([])), 500);
    });
    const lines: string[] = [];
    const verbose = createLogger("debug", { write: (line) => lines.push(line) });
    const other = createPostgres({ url: scratch.url, log });
    try {
      const clients = [spaced({ log: verbose }), spaced({ log: verbose, postgres: other })];
      await Promise.all(clients.flatMap((one) => [1, 2, 3].map(() => one.cpePage({}))));
    } finally {
      await other.close();
    }
    expect(server.seen).toHaveLength(6);
    const started = startsIn(lines);
    expect(started).toHaveLength(6);
    for (const [i, each] of started.slice(1).entries()) expect(each - started[i]!).toBeGreaterThanOrEqual(700);
    // The arrivals are seen by a loop that is busy with other things too.
    for (const gap of server.gaps()) expect(gap).toBeGreaterThanOrEqual(600);
  });

  it("is 7 s without a key, or with an empty one", async () => {
    const one = spaced({ config: { baseUrl: server.base, apiKey: undefined } });
    await Promise.all([one.cpePage({}), one.cpePage({})]);
    expect(server.gaps()).toEqual([expect.closeTo(7_075, -3)]);
    expect(server.gaps()[0]).toBeGreaterThanOrEqual(7_000);
    expect(server.seen[0]!.headers).not.toHaveProperty("apikey");
  });

  it("logs a line for each call, without the key", async () => {
    const lines: string[] = [];
    const verbose = createLogger("trace", { write: (line) => lines.push(line) });
    const logged = client({ log: verbose });
    await logged.cpePage({});
    server.answer((_request, response) => sendJson(response, {}, 404, { message: `Invalid apiKey: ${KEY}` }));
    const fault = await faultOf(logged.cpePage({}));
    expect(fault.message).toBe("The vulnerability database answered 404: Invalid apiKey: [key]");
    expect(startsIn(lines)).toHaveLength(2);
    expect(lines.join("")).not.toContain(KEY);
  });
});

describe("createNvd's query", () => {
  it("uses the API's parameters, with the key only in its header", async () => {
    const lastModified = { from: new Date("2024-01-01T00:00:00Z"), to: new Date("2024-04-30T00:00:00Z") };
    server.answer((_request, response) => sendJson(response, cpePage([], { startIndex: 40, totalResults: 40 })));
    await client().cpePage({
      cpeMatchString: "cpe:2.3:a:example:editor",
      keywordSearch: "text editor",
      keywordExactMatch: true,
      lastModified,
      startIndex: 40,
      resultsPerPage: 20,
    });
    const { url, headers, method } = server.seen[0]!;
    const { pathname, searchParams } = new URL(url, server.base);
    expect([method, pathname]).toEqual(["GET", "/cpes/2.0"]);
    expect(Object.fromEntries(searchParams)).toEqual({
      cpeMatchString: "cpe:2.3:a:example:editor",
      keywordSearch: "text editor",
      keywordExactMatch: "",
      lastModStartDate: "2024-01-01T00:00:00.000Z",
      lastModEndDate: "2024-04-30T00:00:00.000Z",
      startIndex: "40",
      resultsPerPage: "20",
    });
    expect(headers.apikey).toBe(KEY);
    expect(url).not.toContain(KEY);
  });

  it.each([
    [{ lastModified: { from: new Date(0), to: new Date(121 * 86_400_000) } }],
    [{ lastModified: { from: new Date(1), to: new Date(0) } }],
    [{ resultsPerPage: 10_001 }],
    [{ startIndex: -1 }],
  ])("rejects what the service would refuse: %j", async (query) => {
    await expect(client().cpePage(query)).rejects.toThrow(RangeError);
    expect(server.seen).toEqual([]);
  });

  it("reads page by page to the last", async () => {
    const all = Array.from({ length: 5 }, (_, i) => cpeProduct(`cpe:2.3:a:example:editor:${i}:*:*:*:*:*:*:*`));
    server.answer(({ url }, response) => {
      const startIndex = Number(new URL(url, server.base).searchParams.get("startIndex"));
      const products = all.slice(startIndex, startIndex + 2);
      sendJson(response, cpePage(products, { startIndex, totalResults: all.length }));
    });
    const versions: string[] = [];
    for await (const page of client().cpePages({ resultsPerPage: 2 })) {
      versions.push(...page.records.map(({ name }) => name.version));
    }
    expect(versions).toEqual(["0", "1", "2", "3", "4"]);
    expect(server.seen).toHaveLength(3);
  });
});

describe("createNvd's answer", () => {
  it("is read with its known members, and others are ignored", async () => {
    const by = { cpeName: "cpe:2.3:a:example:writer:1.0:*:*:*:*:*:*:*", cpeNameId: "x" };
    const titles = [
      { title: "エディター", lang: "ja" },
      { title: "Example Editor\u0000 1.0", lang: "en" },
    ];
    const product = cpeProduct(EDITOR, { deprecated: true, deprecatedBy: [by], titles, novelty: { deep: [1] } });
    server.answer((_request, response) => sendJson(response, cpePage([product], { more: true })));
    const page = await client().cpePage({});
    expect(page).toMatchObject({ totalResults: 1, startIndex: 0, size: 1, refused: [] });
    expect(page.timestamp.toISOString()).toBe("2024-06-01T00:00:00.000Z");
    expect(page.records).toEqual([
      {
        cpeName: EDITOR,
        cpeNameId: `id of ${EDITOR}`,
        name: expect.objectContaining({ part: "a", vendor: "example", product: "editor", version: "1.0" }),
        title: "Example Editor  1.0",
        deprecated: true,
        deprecatedBy: [by.cpeName],
        lastModified: new Date("2024-03-01T10:00:00.000Z"),
      },
    ]);
  });

  it.skipIf(!existsSync(RECORDED))("recorded from the API is read whole", async () => {
    server.answer((_request, response) => void response.end(readFileSync(RECORDED)));
    const page = await client().cpePage({});
    expect(page).toMatchObject({ size: 200, totalResults: 1_121_454, refused: [] });
    expect(page.records.filter(({ deprecatedBy }) => deprecatedBy.length > 0).length).toBeGreaterThan(30);
  });

  it("with a malformed product keeps the others and names that one", async () => {
    const bad = cpeProduct(EDITOR, { titles: [{ title: 7, lang: "en" }] });
    server.answer((_request, response) => sendJson(response, cpePage([bad, cpeProduct(EDITOR)])));
    const page = await client().cpePage({});
    expect(page.records).toHaveLength(1);
    expect(page.refused).toEqual([expect.stringMatching(/^products\.0\.cpe\.titles\.0\.title: /)]);
  });

  it.each<[string, unknown, RegExp]>([
    ["an array", [], /expected object/],
    ["no products", { ...cpePage([]), products: undefined }, /: products: /],
    ["a text as total", { ...cpePage([]), totalResults: "many" }, /: totalResults: /],
    ["another page than asked", { ...cpePage([]), startIndex: 7 }, /startIndex: 7 instead of 0/],
    ["an empty page before the end", { ...cpePage([]), totalResults: 7 }, /products: empty/],
    ["no product that can be read", cpePage([{ cpe: { cpeName: "editor" } }]), /products\.0\.cpe\./],
    ["a name that is none", cpePage([cpeProduct("cpe:2.3:a:example")]), /products\.0\.cpe\.cpeName: not a CPE/],
  ])("of another shape rejects with the fault, and without a retry: %s", async (_what, body, reason) => {
    server.answer((_request, response) => sendJson(response, body));
    const fault = await faultOf(client().cpePage({}));
    expect(fault).toMatchObject({ kind: "unreadable", message: expect.stringMatching(reason) });
    expect(server.seen).toHaveLength(1);
  });

  it("is refused if it is not JSON or too large, also when compressed", async () => {
    server.answer((_request, response) => void response.end("<html>"));
    expect((await faultOf(client().cpePage({}))).message).toMatch(/did not answer with JSON/);
    server.answer((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(2_000_000, " ")));
    });
    const fault = await faultOf(client({ maxBytes: 1_000_000 }).cpePage({}));
    expect(fault).toMatchObject({ kind: "unreadable", message: expect.stringMatching(/more than 1000000 bytes/) });
  });

  it("that redirects is not followed, to protect the key", async () => {
    const elsewhere = await outsideServer();
    server.answer((_request, response) => void response.writeHead(302, { location: elsewhere.base }).end());
    expect((await faultOf(client().cpePage({}))).message).toMatch(/answered 302: redirects are not followed/);
    expect(elsewhere.seen).toEqual([]);
    await elsewhere.close();
  });
});

describe("createNvd with a service that asks for a pause", () => {
  it.each([403, 429, 503])("with %i retries later", async (status) => {
    let first = true;
    server.answer((_request, response) => {
      sendJson(response, first ? {} : cpePage([cpeProduct(EDITOR)]), first ? status : 200);
      first = false;
    });
    await expect(client().cpePage({})).resolves.toMatchObject({ size: 1 });
    expect(server.seen).toHaveLength(2);
  });

  it("with Retry-After pauses every process for that time", async () => {
    server.answer((_request, response) => {
      if (server.seen.length > 1) return sendJson(response, cpePage([]));
      return sendJson(response, {}, 429, { "retry-after": "2" });
    });
    const other = spaced();
    await Promise.all([
      spaced().cpePage({}),
      new Promise((done) => setTimeout(done, 300)).then(() => other.cpePage({})),
    ]);
    expect(server.seen).toHaveLength(3);
    expect(server.gaps()[0]).toBeGreaterThanOrEqual(2_000);
    expect(server.gaps()[1]).toBeGreaterThanOrEqual(600);
  });

  it("for longer than the maximum rejects at once, and other processes do not call it", async () => {
    server.answer((_request, response) => sendJson(response, {}, 503, { "retry-after": "1800" }));
    const fault = await faultOf(client().cpePage({}));
    expect(fault).toMatchObject({ kind: "unavailable", message: expect.stringMatching(/answered 503; gave up/) });
    expect((await faultOf(client().cpePage({}))).message).toMatch(/no calls during the next 1[78]\d\d s/);
    expect(server.seen).toHaveLength(1);
  });

  it("again and again rejects with the reason", async () => {
    server.answer((_request, response) => sendJson(response, {}, 500));
    const fault = await faultOf(client().cpePage({}));
    expect(fault.message).toBe("The vulnerability database answered 500; gave up after 3 tries");
    expect(server.seen).toHaveLength(3);
  });
});

describe("createNvd with an unreachable service", () => {
  it("rejects with the reason after retries", async () => {
    const config = { baseUrl: "http://127.0.0.1:9", apiKey: KEY };
    const fault = await faultOf(client({ config, backOff: { ...quick, tries: 2 } }).cpePage({}));
    expect(fault).toMatchObject({ kind: "unavailable", message: expect.stringMatching(/cannot be reached.*2 tries/) });
  });

  it("retries after a timeout", async () => {
    server.answer((_request, response) => {
      if (server.seen.length > 1) sendJson(response, cpePage([]));
    });
    await expect(client({ timeoutMs: 300 }).cpePage({})).resolves.toMatchObject({ size: 0 });
    expect(server.seen).toHaveLength(2);
  });

  it("rejects when its signal is aborted", async () => {
    server.answer(() => {});
    const signal = AbortSignal.timeout(300);
    await expect(client().cpePage({}, signal)).rejects.toThrow(/timeout|aborted/i);
    expect(server.seen).toHaveLength(1);
  });
});
