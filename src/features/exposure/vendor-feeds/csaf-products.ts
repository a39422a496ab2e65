import { parseCpeName } from "../../../model/cpe-name.ts";
import { isObject } from "../../../model/json.ts";
import { fullVersionOf, parsePackageAddress } from "../../../model/package-address.ts";
import { type Distribution, distributionOfCpe, distributionOfName, distributionOfQualifier } from "./distributions.ts";

/** What a product of a CSAF document is: a platform, a package, or a package on a platform. */
export interface CsafProduct {
  platform: Distribution | undefined;
  package: { name: string; version: string | null } | undefined;
}

const MAX_DEPTH = 32;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** Name, epoch, version, release and architecture of an RPM. */
const NEVRA =
  /^(.+)-((?:\d+:)?[^-:]+-[^-]+?)(?:\.(?:noarch|src|x86_64|i[3-6]86|aarch64|ppc64(?:le)?|s390x?|armv7hl))?$/;

/** The products of a document's tree, by id. A product that is neither a platform nor a package has neither. */
export function readProducts(tree: unknown): Map<string, CsafProduct> {
  const products = new Map<string, CsafProduct>();
  if (!isObject(tree)) return products;
  for (const product of list(tree.full_product_names)) addProduct(products, product);
  for (const branch of list(tree.branches)) addBranch(products, branch, 0);
  for (const relationship of list(tree.relationships)) addRelationship(products, relationship);
  return products;
}

function addBranch(products: Map<string, CsafProduct>, branch: unknown, depth: number): void {
  if (!isObject(branch) || depth > MAX_DEPTH) return;
  addProduct(products, branch.product);
  for (const child of list(branch.branches)) addBranch(products, child, depth + 1);
}

function addProduct(products: Map<string, CsafProduct>, product: unknown): void {
  if (!isObject(product) || typeof product.product_id !== "string") return;
  const helper = isObject(product.product_identification_helper) ? product.product_identification_helper : {};
  const name = typeof product.name === "string" ? product.name : product.product_id;
  const address = parsePackageAddress(helper.purl);
  const platform = platformOf(helper.cpe, name);
  const fromPurl = address && { name: address.name, version: fullVersionOf(address) };
  const distro = address?.qualifiers.get("distro");
  products.set(product.product_id, {
    platform: distro === undefined ? platform : distributionOfQualifier(distro),
    package: fromPurl ?? (platform ? undefined : packageOf(product.product_id)),
  });
}

function platformOf(cpe: unknown, name: string): Distribution | undefined {
  const parsed = typeof cpe === "string" ? parseCpeName(cpe) : undefined;
  if (parsed) return distributionOfCpe(`${parsed.vendor}:${parsed.product}`, parsed.version, parsed.update);
  return distributionOfName(name);
}

function packageOf(id: string): CsafProduct["package"] {
  const match = NEVRA.exec(id);
  if (match) return { name: match[1]!, version: match[2]! };
  return /^[A-Za-z0-9][\w.+-]*$/.test(id) ? { name: id, version: null } : undefined;
}

/** A package as a component of a platform. */
function addRelationship(products: Map<string, CsafProduct>, relationship: unknown): void {
  if (!isObject(relationship) || !isObject(relationship.full_product_name)) return;
  const { product_id: id } = relationship.full_product_name;
  if (typeof id !== "string") return;
  const component = products.get(String(relationship.product_reference));
  const platform = products.get(String(relationship.relates_to_product_reference));
  products.set(id, { platform: platform?.platform ?? component?.platform, package: component?.package });
}
