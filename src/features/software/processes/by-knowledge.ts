import { identifySoftware, type Knowledge, type KnownProduct } from "../engine/index.ts";
import { type Finding, hasNames, MAX_INSTANCE_NAMES, type Product } from "./process-names.model.ts";

const MIN_CONFIDENCE = 0.7;

/** Process names from the built-in knowledge; undefined if it identifies the product with a confidence below 0.7. */
export function findByKnowledge(
  { name, vendor, instanceNames }: Pick<Product, "name" | "vendor" | "instanceNames">,
  knowledge: Knowledge,
): Finding | undefined {
  for (const productName of [name, ...instanceNames.slice(0, MAX_INSTANCE_NAMES)]) {
    if (productName.trim() === "") continue;
    const { product, confidence } = identifySoftware({ name: productName, vendor: vendor ?? undefined }, knowledge);
    if (!product || confidence < MIN_CONFIDENCE) continue;
    const finding = findingOf(product, confidence);
    if (hasNames(finding.names)) return finding;
  }
  return undefined;
}

function findingOf({ processes, services, kind }: KnownProduct, confidence: number): Finding {
  const { windows = [], macos = [], linux = [] } = processes;
  return {
    names: { windows: [...windows], macos: [...macos], linux: [...linux] },
    services: [...services],
    processType: kind === "component" ? "library" : services.length > 0 ? "service" : "application",
    confidence: Math.round(confidence * 100) / 100,
    source: "pattern",
  };
}
