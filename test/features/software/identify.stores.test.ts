import { createReadStream, existsSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { casePrograms, readDictionary } from "../../../bench/support/software-cases.ts";
import type { CpeDictionary } from "../../../src/features/cpe-dictionary/index.ts";
import {
  createIdentification,
  type Identification,
  loadKnowledge,
  matchCpes,
} from "../../../src/features/software/index.ts";
import { createLogger } from "../../../src/platform/log.ts";
import type { Postgres } from "../../../src/platform/postgres/postgres.ts";
import { testClock } from "../../support/clock.ts";
import { cpePage, cpeProduct } from "../../support/cpe-products.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { dictionaryOn, fileOf } from "../cpe-dictionary/support.ts";

const DATA = "../shared/data";
const name = (rest: string) => `cpe:2.3:a:${rest}:*:*:*:*:*:*:*`;
const by = (cpeName: string) => ({ deprecated: true, deprecatedBy: [{ cpeName, cpeNameId: "x" }] });

let scratch: Scratch;
let dictionary: CpeDictionary;
let statements = 0;
const clock = testClock();

/** Counts the statements sent to the database. */
function counted(postgres: Postgres): Postgres {
  return {
    ...postgres,
    query: (text, values) => {
      statements++;
      return postgres.query(text, values);
    },
  };
}

function softwareOn(postgres: Postgres): Identification {
  return createIdentification({
    postgres,
    dictionary: dictionaryOn(counted(postgres), clock).reader,
    clock,
    log: createLogger("silent"),
    sendReapply: async () => undefined,
  });
}

const importPage = (...products: unknown[]) => dictionary.importFiles([fileOf("page", cpePage(products))]);

beforeAll(async () => {
  scratch = await scratchDatabase();
  dictionary = dictionaryOn(scratch.postgres, clock);
});
afterAll(() => scratch.drop());

it("SoftwareIdentifier.identify finds nothing in an empty dictionary, and new entries at once", async () => {
  const { identifier } = softwareOn(scratch.postgres);
  const sheeter = { name: "Zqsheeter", vendor: "Paperworks", version: "2.1" };
  const find = async () => (await identifier.identify("t", [sheeter]))[0]?.cpe;
  expect(await find()).toMatchObject({ name: null, match: "none" });
  await importPage(
    cpeProduct(name("paperworks:zqsheeter:2.0")),
    cpeProduct(name("paperworks:zqsheeter:2.1")),
    cpeProduct(name("oldname:zqgone:1.0"), by(name("paperworks:zqsheeter:2.0"))),
    cpeProduct(name("paperworks:zqdesk:1.0"), by(name("paperworks:zqdesk:1.1"))),
    cpeProduct(name("paperworks:zqdesk:1.1")),
  );
  clock.advance(5_000);
  expect(await find()).toMatchObject({ name: name("paperworks:zqsheeter:2.1"), match: "exact", method: "version" });
});

it("SoftwareIdentifier.identify replaces deprecated names of a version and of a whole product", async () => {
  const { identifier } = softwareOn(scratch.postgres);
  const results = await identifier.identify("t", [
    { name: "Zqdesk", vendor: "Paperworks", version: "1.0" },
    { name: "Zqgone", vendor: "Oldname", version: "5.0" },
    { name: "anything", cpeName: name("oldname:zqgone:1.0") },
  ]);
  expect(results.map(({ cpe }) => cpe.name)).toEqual([
    name("paperworks:zqdesk:1.1"),
    name("paperworks:zqsheeter:5.0"),
    name("paperworks:zqsheeter:2.0"),
  ]);
});

it("SoftwareIdentifier.identify sends a constant number of statements per batch", async () => {
  const { identifier } = softwareOn(scratch.postgres);
  await identifier.identify("t", [{ name: "Zqdesk" }]);
  const count = async (size: number) => {
    statements = 0;
    await identifier.identify(
      "t",
      Array.from({ length: size }, (_, at) => ({
        name: at % 3 === 0 ? "Zqgone" : at % 3 === 1 ? `Paperworks Zqdesk Suite ${at}` : "Zqsheeter",
        version: `1.${at}`,
        ...(at % 5 === 0 && { cpeName: name(`oldname:zqgone:${at}.0`) }),
      })),
    );
    return statements;
  };
  const few = await count(10);
  expect(few).toBeLessThanOrEqual(6);
  expect(await count(1_000)).toBeLessThanOrEqual(few);
});

it.skipIf(!existsSync(`${DATA}/dev/cpe.tsv`))("answers as the dictionary in memory does", async () => {
  const file = `${DATA}/cpe/dictionary.json.gz`;
  const [imported] = await dictionary.importFiles([{ name: "dictionary", open: () => createReadStream(file) }]);
  expect(imported).toMatchObject({ status: "done" });
  const programs = casePrograms();
  const answers = await softwareOn(scratch.postgres).identifier.identify("t", programs);
  const inMemory = matchCpes(programs, loadKnowledge(), readDictionary().find);
  expect(answers.map(({ cpe }) => cpe.name)).toEqual(inMemory.map((match) => match.name));
});
