import { identifySoftware, type Knowledge, type KnownProduct } from "../engine/index.ts";
import { type Finding, hasNames, type Product } from "./process-names.model.ts";

const MIN_CONFIDENCE = 0.7;

/** What the built-in knowledge has of a product's processes; nothing where it is not surely the product. */
export function findByKnowledge(
  { name, vendor, instanceNames }: Pick<Product, "name" | "vendor" | "instanceNames">,
  knowledge: Knowledge,
): Finding | undefined {
  for (const one of [name, ...instanceNames.slice(0, 5)]) {
    if (one.trim() === "") continue;
    const { product, confidence } = identifySoftware({ name: one, vendor: vendor ?? undefined }, knowledge);
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
