import { foldKey, identifyProcess, type Knowledge, type ProcessPlatform } from "../engine/index.ts";
import type { ReadProcess } from "./read-process.ts";

/**
 * Whether a process name can be specific to the product: it is not part of the operating system, not shared by several
 * products (java, node, python), and not known as another product's.
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
