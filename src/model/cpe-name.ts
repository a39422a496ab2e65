/** A CPE name by its components, unescaped. `*` is any, `-` is not applicable. */
export interface CpeName {
  /** `a` application, `o` operating system, `h` hardware. */
  part: "a" | "o" | "h";
  vendor: string;
  product: string;
  version: string;
  update: string;
  edition: string;
  language: string;
  swEdition: string;
  targetSw: string;
  targetHw: string;
  other: string;
}

const PREFIX = "cpe:2.3:";
const COMPONENTS = 11;

/**
 * Reads a formatted string (CPE Naming Specification 2.3, NIST IR 7695, section 6.2), e.g.
 * `cpe:2.3:a:example:app:1.0:*:*:*:*:*:*:*`. Undefined where it is none, or lacks a vendor or a product.
 */
export function parseCpeName(text: string): CpeName | undefined {
  if (!text.startsWith(PREFIX) || /[\s\p{Cc}]/u.test(text)) return undefined;
  const found = text.slice(PREFIX.length).match(/(?:\\.|[^:\\])+/g) ?? [];
  const [part, vendor, product, version, update, edition, language, swEdition, targetSw, targetHw, other] = found;
  // Joined again, so that nothing between the components was passed over.
  if (found.length !== COMPONENTS || PREFIX + found.join(":") !== text) return undefined;
  if (part !== "a" && part !== "o" && part !== "h") return undefined;
  if (vendor === "*" || vendor === "-" || product === "*" || product === "-") return undefined;
  return {
    part,
    vendor: unescaped(vendor),
    product: unescaped(product),
    version: unescaped(version),
    update: unescaped(update),
    edition: unescaped(edition),
    language: unescaped(language),
    swEdition: unescaped(swEdition),
    targetSw: unescaped(targetSw),
    targetHw: unescaped(targetHw),
    other: unescaped(other),
  };
}

function unescaped(component = ""): string {
  return component.replaceAll(/\\(.)/g, "$1");
}
