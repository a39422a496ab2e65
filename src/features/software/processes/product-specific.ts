import { foldKey, identifyProcess, type Knowledge, type ProcessPlatform } from "../engine/index.ts";
import type { ReadProcess } from "./read-process.ts";

/**
 * Whether a name can be one product's own: it is no part of the operating system, is not shared by several products
 * (java, node, python), and is not known as another product's.
 */
export function isProductSpecific(
  process: Pick<ReadProcess, "name">,
  platform: ProcessPlatform,
  productName: string,
  knowledge: Knowledge,
): boolean {
  const { kind, application, confidence, alternatives } = identifyProcess(
    { process: process.name, platform },
    knowledge,
  );
  if (kind === "os" || (kind === "unknown" && alternatives.length > 0)) return false;
  return kind === "unknown" || confidence < 0.9 || foldKey(application ?? "") === foldKey(productName);
}
