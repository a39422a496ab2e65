import { afterAll, beforeAll, expect, it } from "vitest";
import { createReadRenames } from "../../../src/features/exposure/match/read-renames.ts";
import { newId } from "../../../src/platform/ids.ts";
import { testClock } from "../../support/clock.ts";
import { cpePage, cpeProduct } from "../../support/cpe-products.ts";
import { anyOf, cpe, criterion, cvePage, cveRecord } from "../../support/cve-records.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { stores } from "../../support/stores.ts";
import { dictionaryOn, fileOf } from "../cpe-dictionary/support.ts";
import { exposureOn, findings, matchToEnd, seedPrograms } from "./estate.ts";

let scratch: Scratch;
let world: ReturnType<typeof exposureOn>;
beforeAll(async () => {
  scratch = await scratchDatabase();
  world = exposureOn(scratch.postgres, stores().neo4j);
});
afterAll(async () => {
  await world.graph.close();
  await scratch.drop();
});

const renamed = (from: string, to: string) =>
  cpeProduct(cpe(from), { deprecated: true, deprecatedBy: [{ cpeName: cpe(to), cpeNameId: "x" }] });

it("a product that the dictionary has renamed counts under both names, until it is renamed back", async () => {
  const { postgres } = scratch;
  const tenantId = newId();
  const dictionary = dictionaryOn(postgres, testClock());
  const readRenames = createReadRenames({ postgres, dictionary: dictionary.reader });
  const call = { signal: AbortSignal.timeout(60_000) };
  await seedPrograms(postgres, tenantId, 8);
  const vulnerable = (product: string) => [anyOf(criterion(cpe(`a:maker:${product}`), { versionEndExcluding: "2" }))];
  await world.exposure.feeds.importCves([
    fileOf(
      "cves",
      cvePage([cveRecord("CVE-2024-5001", vulnerable("successor")), cveRecord("CVE-2024-5002", vulnerable("former"))]),
    ),
  ]);
  const found = async () => {
    await matchToEnd(world.exposure, postgres, tenantId);
    return (await findings(postgres, tenantId)).map(({ cve }) => cve);
  };
  expect(await found()).toEqual([]);
  // product1 is now successor; former is now product2, by way of a third name.
  const names = [
    renamed("a:maker:product1:1.5", "a:maker:successor:1.5"),
    renamed("a:maker:product1:2.5", "a:maker:successor:2.5"),
    cpeProduct(cpe("a:maker:successor:1.5")),
    renamed("a:maker:former:1.0", "a:maker:middle:1.0"),
    renamed("a:maker:middle:1.0", "a:maker:product2:1.0"),
    cpeProduct(cpe("a:maker:product2:1.0")),
    // Two successors, and one of which a name is current: none is renamed.
    renamed("a:maker:product3:1.5", "a:maker:successor:1.5"),
    renamed("a:maker:product3:2.5", "a:maker:another:2.5"),
    renamed("a:maker:product4:1.5", "a:maker:successor:1.5"),
    cpeProduct(cpe("a:maker:product4:2.5")),
    // A circle.
    renamed("a:maker:product5:1.5", "a:maker:product6:1.5"),
    renamed("a:maker:product6:1.5", "a:maker:product5:1.5"),
  ];
  await dictionary.importFiles([fileOf("dictionary", cpePage(names))]);
  await readRenames(call);
  expect(await found()).toEqual(["CVE-2024-5001", "CVE-2024-5002"]);
  const back = names
    .slice(0, 2)
    .map(({ cpe: { cpeName } }) => cpeProduct(cpeName, { lastModified: "2025-01-01T00:00:00.000" }));
  await dictionary.importFiles([fileOf("dictionary", cpePage(back))]);
  await readRenames(call);
  expect(await found()).toEqual(["CVE-2024-5002"]);
});
