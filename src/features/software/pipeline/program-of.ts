import type { StoredCi } from "../../ci/index.ts";
import { SOFTWARE_PLATFORMS, type SoftwarePlatform } from "../engine/index.ts";
import type { ProgramName } from "../ports.ts";
import { textOf } from "./pipeline-values.ts";

/** The program that a Software Instance or Software CI represents. */
export function programOf({ name, attributes }: StoredCi): ProgramName {
  const platform = SOFTWARE_PLATFORMS.find((known): known is SoftwarePlatform => known === attributes.platform);
  return {
    name,
    vendor: textOf(attributes, "vendor"),
    version: textOf(attributes, "version"),
    platform,
    cpeName: textOf(attributes, "cpe_name"),
  };
}
