import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { CpeDictionary } from "../../../src/features/cpe-dictionary/index.ts";
import { lookUpsStore } from "../../../src/features/software/look-ups/look-ups.store.ts";
import { createNvd, type Nvd, NvdFault } from "../../../src/platform/nvd/index.ts";
import { testClock } from "../../support/clock.ts";
import { cpePage, cpeProduct } from "../../support/cpe-products.ts";
import { type OutsideServer, outsideServer, sendJson } from "../../support/outside-server.ts";
import { log, type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { dictionaryOn } from "../cpe-dictionary/support.ts";
import type { World } from "../discovery/support.ts";
import { softwareWorld, windowsHost } from "./support.ts";

const SHEETER = "cpe:2.3:a:paperworks:zqsheeter:2.1:*:*:*:*:*:*:*";
const PROGRAM = { name: "Zqsheeter 2.1", vendor: "Paperworks Inc.", version: "2.1" };

let scratch: Scratch;
let dictionary: CpeDictionary;
let server: OutsideServer;
const worlds: World[] = [];

beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(async () => {
  for (const one of worlds) await one.close();
  await scratch?.drop();
});
beforeEach(async () => {
  server = await outsideServer((_request, response) => sendJson(response, cpePage([])));
  await scratch.postgres.query(
    "truncate cpe_entries, cpe_pairs, cpe_touched_pairs, cpe_dictionary, outside_calls, software_look_ups, software_look_up_requests",
  );
});
afterEach(() => server.close());

/** The products come for a question that holds the text, and for no other. */
const answersTo = (text: string, ...cpeNames: string[]) =>
  server.answer(({ url }, response) => {
    const asked = decodeURIComponent(url.replaceAll("+", " "));
    sendJson(response, cpePage(asked.includes(text) ? cpeNames.map((name) => cpeProduct(name)) : []));
  });
const questions = () => server.seen.map(({ url }) => Object.fromEntries(new URL(url, server.base).searchParams));

const config = () => ({ baseUrl: server.base, apiKey: "key" });
const client = (backOff = { tries: 2, baseMs: 10, capMs: 20 }): Nvd =>
  createNvd({ postgres: scratch.postgres, log, config: config(), backOff, spacingMs: 5 });

/** Everything in one database, as an installation has it. */
async function world(nvd: Nvd = client(), storesTakeWrites = async () => true): Promise<World> {
  dictionary = dictionaryOn(scratch.postgres, testClock(), nvd);
  const one = await softwareWorld(dictionary, {
    wrapPostgres: () => scratch.postgres,
    storesTakeWrites,
    change: { source: { nvd, dictionary } },
  });
  worlds.push(one);
  return one;
}
const cpeOf = async (one: World, name = PROGRAM.name) => {
  const instances = (await one.cis("software_instance")).filter((row) => row.name === name);
  expect(instances).toHaveLength(1);
  return JSON.parse(String(instances[0]!.attributes));
};
const anHourLater = (one: World) =>
  one.postgres.query(
    "update software_look_ups set ended_at = now() - interval '61 minutes' where state = 'unanswered'",
  );
const lookUps = (one: World) =>
  one.postgres.query<{ state: string; step: number; found: boolean }>(
    "select state, step, found from software_look_ups order by key",
  );

it("searches by version, by vendor and product, by full name until one finds the product; then every host has the CPE name", async () => {
  const one = await world(createNvd({ postgres: scratch.postgres, log, config: config() }));
  answersTo("keywordSearch=Paperworks Zqsheeter", SHEETER, SHEETER.replace("2.1", "2.0"));
  await one.scan([windowsHost([PROGRAM]), windowsHost([{ ...PROGRAM, name: "Zqsheeter 2.0", version: "2.0" }])]);
  expect(questions()).toEqual([
    { cpeMatchString: expect.stringMatching(/^cpe:2\.3:a:paperworks:zqsheeter:2\.[01]:/), resultsPerPage: "2000" },
    { keywordSearch: "Paperworks Zqsheeter", resultsPerPage: "2000" },
  ]);
  for (const gap of server.gaps()) expect(gap).toBeGreaterThanOrEqual(700);
  expect(await cpeOf(one)).toMatchObject({ cpe: { name: SHEETER, match: "exact" }, enrichment_status: "done" });
  expect((await cpeOf(one, "Zqsheeter 2.0")).cpe).toMatchObject({ name: SHEETER.replace("2.1", "2.0") });
  await one.scan([windowsHost([{ ...PROGRAM, name: "Zqsheeter 2.2", version: "2.2" }])]);
  expect(questions()).toHaveLength(2);
  expect((await cpeOf(one, "Zqsheeter 2.2")).cpe).toMatchObject({ match: "exact" });
});

it("lookUp leaves an instance pending until the last search is answered, and then without a name", async () => {
  const one = await world();
  await one.submit([windowsHost([PROGRAM])]);
  const pending: unknown[] = [];
  server.answer(async (_request, response) => {
    pending.push(await cpeOf(one));
    sendJson(response, cpePage([]));
  });
  await one.settle();
  expect(pending).toHaveLength(3);
  for (const attributes of pending) {
    expect(attributes).toMatchObject({ enrichment_status: "pending" });
    expect(attributes).not.toHaveProperty("cpe");
  }
  expect(await cpeOf(one)).toMatchObject({ cpe: { name: null, match: "none" }, enrichment_status: "done" });
  expect(await lookUps(one)).toEqual([{ state: "done", step: 3, found: false }]);
});

it("requests no look-up for programs in the dictionary, for kinds without CPE names, or twice", async () => {
  const one = await world();
  answersTo("Zqsheeter", SHEETER);
  await one.scan([windowsHost([PROGRAM])]);
  const asked = questions().length;
  await one.scan([
    windowsHost([
      PROGRAM,
      { name: "Security Update for Windows (KB5034441)", vendor: "Microsoft Corporation" },
      { name: "Visual C++ Language Pack - deu", vendor: "Microsoft Corporation" },
    ]),
  ]);
  expect(questions()).toHaveLength(asked);
});

it("lookUp continues with the search that was running when its process died", async () => {
  const dying: Nvd = {
    ...client(),
    cpePage: (query, signal) =>
      query.cpeMatchString === undefined
        ? Promise.reject(new AppError("SERVICE_UNAVAILABLE", "killed"))
        : client().cpePage(query, signal),
  };
  const one = await world(dying, async () => false);
  await expect(one.scan([windowsHost([PROGRAM])])).rejects.toThrow("killed");
  expect(await lookUps(one)).toEqual([{ state: "waiting", step: 1, found: false }]);
  const two = await world();
  answersTo("keywordSearch", SHEETER);
  await two.runJob("software.look-up");
  expect(questions().map(({ keywordSearch }) => keywordSearch)).toEqual([undefined, "Paperworks Zqsheeter"]);
  await two.runJob("software.step", { tenantId: one.ctx.tenantId, step: "cpe" });
  expect((await cpeOf(one)).cpe).toMatchObject({ name: SHEETER });
});

it("stops for an hour if the source does not answer, and enriches from the dictionary until then", async () => {
  const one = await world();
  server.answer((_request, response) => sendJson(response, {}, 503));
  const other = { name: "Zqdrawer", vendor: "Paperworks Inc.", version: "1.0" };
  await one.scan([windowsHost([PROGRAM, other])]);
  expect(server.seen).toHaveLength(2);
  for (const { name } of [PROGRAM, other]) {
    expect(await cpeOf(one, name)).toMatchObject({ cpe: { match: "none" }, enrichment_status: "done" });
  }
  expect((await lookUps(one)).map(({ state }) => state)).toEqual(["unanswered", "unanswered"]);
  await scratch.postgres.query("delete from outside_calls");
  answersTo("cpeMatchString=cpe:2.3:a:paperworks:zqsheeter", SHEETER);
  await one.sweep();
  await one.settle();
  expect((await lookUps(one)).map(({ state }) => state)).toEqual(["unanswered", "unanswered"]);
  await anHourLater(one);
  await one.sweep();
  await one.settle();
  expect((await cpeOf(one)).cpe).toMatchObject({ name: SHEETER, match: "exact" });
});

it("asks for a program of each tenant in turn, and once for one that several wait for", async () => {
  const one = await world();
  const wanted = { a: ["One", "Two", "Three", "Four"], b: ["Five", "Six"], c: ["Five", "Seven"], removed: ["Eight"] };
  for (const [tenantId, keys] of Object.entries(wanted)) {
    const programs = keys.map((key) => [key, { name: `Zq${key.toLowerCase()}` }] as const);
    await lookUpsStore.addLookUps(one.postgres, tenantId, new Map(programs));
  }
  await one.postgres.query("delete from software_look_up_requests where tenant_id = 'removed'");
  await one.runJob("software.look-up");
  expect(questions().map(({ keywordSearch = "" }) => keywordSearch)).toEqual([
    ...["Zqfour", "Zqfive", "Zqseven"],
    ...["Zqeight", "Zqone", "Zqsix"],
    ...["Zqthree", "Zqtwo"],
  ]);
  expect(await one.postgres.query("select * from software_look_up_requests")).toEqual([]);
});

it.each([
  ["never answers", "unavailable", 1],
  ["always refuses", "refused", 3],
] as const)("createRunLookUps looks up every program, although the source %s to the first", async (_, kind, most) => {
  const bad = Array.from({ length: most }, (_, i) => ({ name: `Zqpoison${"abc"[i]}`, vendor: `Poison${i}` }));
  const picky: Nvd = {
    ...client(),
    async cpePage(query, signal) {
      if (JSON.stringify(query).toLowerCase().includes("poison")) throw new NvdFault(kind, "no answer");
      return client().cpePage(query, signal);
    },
  };
  const one = await world(picky);
  answersTo("zqsheeter", SHEETER);
  await one.scan([windowsHost(bad)]);
  // Waiting since before the other, whatever the clock's grain.
  await one.postgres.query("update software_look_ups set asked_at = asked_at - interval '1 minute'");
  await one.scan([windowsHost([PROGRAM])]);
  await one.postgres.query("update software_look_ups set state = 'unanswered', step = 0, found = false");
  for (let hour = 0; hour < 2; hour++) {
    await anHourLater(one);
    await one.sweep();
    await one.settle();
  }
  expect((await lookUps(one)).filter(({ found }) => found)).toHaveLength(1);
});

it("createRunLookUps goes on behind a program whose look-up fails for a fault of its own", async () => {
  const faulty: Nvd = {
    ...client(),
    async cpePage(query, signal) {
      if (JSON.stringify(query).toLowerCase().includes("poison")) throw new Error("cannot be stored");
      return client().cpePage(query, signal);
    },
  };
  const one = await world(faulty);
  answersTo("zqsheeter", SHEETER);
  await one.scan([windowsHost([{ name: "Zqpoison", vendor: "Poison" }])]);
  await one.scan([windowsHost([PROGRAM])]);
  expect((await lookUps(one)).map(({ state }) => state).sort()).toEqual(["done", "unanswered"]);
  expect((await cpeOf(one)).cpe).toMatchObject({ name: SHEETER });
  expect((await cpeOf(one, "Zqpoison")).enrichment_status).toBe("done");
});

it("createRunLookUps stops after several refused searches in a row", async () => {
  const refusing: Nvd = {
    ...client(),
    cpePage: async () => {
      server.seen.push({ method: "GET", url: "/", headers: {}, body: "", at: 0 });
      throw new NvdFault("refused", "wrong key");
    },
  };
  const one = await world(refusing);
  const programs = Array.from({ length: 8 }, (_, i) => ({ name: `Zqthing${"abcdefgh"[i]}`, vendor: `Maker${i}` }));
  await one.scan([windowsHost(programs)]);
  expect(server.seen).toHaveLength(3);
  expect(new Set((await lookUps(one)).map(({ state }) => state))).toEqual(new Set(["unanswered"]));
  expect(await cpeOf(one, programs[7]!.name)).toMatchObject({ cpe: { match: "none" }, enrichment_status: "done" });
});

const wantedBy = async (one: World, wanted: Record<string, string[]>) => {
  for (const [tenantId, keys] of Object.entries(wanted)) {
    const programs = keys.map((key) => [key, { name: `Zq${key.toLowerCase()}` }] as const);
    await lookUpsStore.addLookUps(one.postgres, tenantId, new Map(programs));
  }
};
const refusing = (isRefused: (asked: string) => boolean, asked: string[]): Nvd => ({
  ...client(),
  async cpePage(query, signal) {
    const text = JSON.stringify(query).toLowerCase();
    asked.push(text);
    if (isRefused(text)) throw new NvdFault("refused", "not this one");
    return client().cpePage(query, signal);
  },
});

it("looks up the programs of the other tenants, although the source refuses those of one", async () => {
  const asked: string[] = [];
  const one = await world(refusing((text) => text.includes("bad"), asked));
  await wantedBy(one, {
    hostile: ["badone", "badtwo", "badthree", "badfour", "badfive", "shared"],
    b: ["One", "Two", "Three", "Four", "Five", "Six", "shared"],
  });
  await one.runJob("software.look-up");
  expect(asked.filter((text) => text.includes("bad"))).toHaveLength(3);
  const states = await one.postgres.query('select key, state from software_look_ups order by state, key collate "C"');
  expect(
    Map.groupBy(states, ({ state }) => state)
      .get("done")
      ?.map(({ key }) => key),
  ).toEqual([...["Five", "Four", "One", "Six", "Three", "Two", "shared"]]);
  expect(states).toHaveLength(12);
});

it("asks no more once the source refuses the programs of three tenants in a row", async () => {
  const asked: string[] = [];
  const one = await world(refusing(() => true, asked));
  await wantedBy(one, { a: ["One", "Two"], b: ["Three"], c: ["Four"], d: ["Five"], e: ["Six"] });
  await one.runJob("software.look-up");
  expect(asked).toHaveLength(3);
  expect(new Set((await lookUps(one)).map(({ state }) => state))).toEqual(new Set(["unanswered"]));
});

it("searches with plain words for any program name", async () => {
  const one = await world();
  const hostile = `Zq"><script>&keywordSearch=x ${"w".repeat(150)} ';drop table`;
  await one.scan([windowsHost([{ name: hostile, vendor: "https://example.com/?a=b&c=d" }])]);
  expect(questions()).not.toEqual([]);
  for (const { keywordSearch = "", cpeMatchString = "" } of questions()) {
    expect(keywordSearch).toMatch(/^[\p{L}\p{N}.+ -]{0,100}$/u);
    expect(cpeMatchString).toMatch(/^[!-~]*$/);
  }
  expect((await lookUps(one)).map(({ state }) => state)).toEqual(["done"]);
});

it("looks a program up again after the retention of a month", async () => {
  const one = await world();
  await one.scan([windowsHost([PROGRAM])]);
  const asked = questions().length;
  expect(await lookUpsStore.deleteExpired(one.postgres, 30)).toBe(0);
  await one.scan([windowsHost([PROGRAM])]);
  expect(questions()).toHaveLength(asked);
  await one.postgres.query("update software_look_ups set ended_at = now() - interval '31 days'");
  expect(await lookUpsStore.deleteExpired(one.postgres, 30)).toBe(1);
  await one.scan([windowsHost([PROGRAM])]);
  expect(questions()).toHaveLength(2 * asked);
});
