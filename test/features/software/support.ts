import type { CpeDictionary } from "../../../src/features/cpe-dictionary/index.ts";
import { createSoftware, type MappingCatalogue, type SoftwareDeps } from "../../../src/features/software/index.ts";
import { testClock } from "../../support/clock.ts";
import { cpePage, cpeProduct } from "../../support/cpe-products.ts";
import { sharedKnowledge } from "../../support/knowledge.ts";
import { type Scratch, scratchDatabase } from "../../support/scratch.ts";
import { dictionaryOn, fileOf } from "../cpe-dictionary/support.ts";
import { createWorld, type Host, type World, type WorldOptions } from "../discovery/support.ts";

const name = (vendor: string, product: string, version: string) =>
  `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`;
export const CHROME = name("google", "chrome", "126.0.6478.127");
export const SEVEN_ZIP = name("7-zip", "7-zip", "23.01");
export const FORMER = name("former", "ledger", "1.0");
export const TODAY = name("example", "ledger", "1.0");
export const UNLISTED = name("example", "unlisted", "2.0");

/** A database whose dictionary holds a handful of names; empty until `fill`. */
export async function smallDictionary(): Promise<{
  scratch: Scratch;
  dictionary: CpeDictionary;
  fill(): Promise<void>;
}> {
  const scratch = await scratchDatabase();
  const dictionary = dictionaryOn(scratch.postgres, testClock());
  const products = [
    ...[CHROME, SEVEN_ZIP, TODAY, name("mozilla", "firefox", "127.0")].map((one) => cpeProduct(one)),
    cpeProduct(FORMER, { deprecated: true, deprecatedBy: [{ cpeName: TODAY, cpeNameId: "x" }] }),
  ];
  const fill = async () => {
    await dictionary.importFiles([fileOf("dictionary", cpePage(products))]);
  };
  return { scratch, dictionary, fill };
}

export interface SoftwareWorldOptions extends WorldOptions {
  catalogue?: MappingCatalogue;
  change?: Partial<SoftwareDeps>;
}

/** Discovery with the software pipeline behind it. */
export function softwareWorld(dictionary: CpeDictionary, options: SoftwareWorldOptions = {}): Promise<World> {
  const { catalogue, change, ...rest } = options;
  return createWorld({
    ...rest,
    software: (deps) =>
      createSoftware({
        ...deps,
        dictionary: dictionary.reader,
        knowledge: sharedKnowledge,
        ...(catalogue && { catalogue }),
        ...change,
      }),
  });
}

let next = 0;
/** A Windows host of an agent, with these programs. */
export function windowsHost(installed_applications: NonNullable<Host["installed_applications"]>): Host {
  const number = 1 + next++;
  return {
    hostname: `desk-${number}`,
    ip_address: `10.77.${Math.floor(number / 250)}.${(number % 250) + 1}`,
    os: { name: "Microsoft Windows 11 Pro", version: "10.0.22631", family: "windows" },
    hardware: { serial_number: `DESK-${number}-7c1` },
    installed_applications,
  };
}

export const PROGRAMS = [
  { name: "Google Chrome", vendor: "Google LLC", version: "126.0.6478.127" },
  { name: "7-Zip 23.01 (x64)", vendor: "Igor Pavlov", version: "23.01" },
  { name: "Zorble Ledger 4.2", vendor: "Example Corp", version: "4.2" },
];
