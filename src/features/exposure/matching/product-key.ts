import { type CpeName, parseCpeName } from "../../../model/cpe-name.ts";

/** The key of a name's product: `a:vendor:product`, lower case and without escapes. */
export function keyOf({ part, vendor, product }: Pick<CpeName, "part" | "vendor" | "product">): string {
  return `${part}:${vendor}:${product}`;
}

/** The product key of a CPE 2.3 name (or 2.2 URI); empty for text that is no CPE name. */
export function productKeys(cpeName: string): string {
  const name = parseCpeName(cpeName);
  return name === undefined ? "" : keyOf(name);
}
