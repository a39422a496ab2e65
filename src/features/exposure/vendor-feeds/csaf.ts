import { isObject } from "../../../model/json.ts";
import { type CsafProduct, readProducts } from "./csaf-products.ts";
import { CVE_NUMBER, type RefusedRecord, shown, VendorFeedFault, type VendorStatement } from "./statement.ts";

/** Lists of `product_status` that say something final; what is under investigation says nothing yet. */
const STATUSES: readonly (readonly [list: string, status: VendorStatement["status"]])[] = [
  ["fixed", "fixed"],
  ["first_fixed", "fixed"],
  ["known_affected", "affected"],
  ["known_not_affected", "not_affected"],
];
const CATEGORIES = new Set(["csaf_vex", "csaf_security_advisory"]);

export interface CsafReading {
  statements: VendorStatement[];
  refused: RefusedRecord[];
}

/**
 * Reads a document of the Common Security Advisory Framework 2.0 or 2.1 (profiles VEX and security advisory).
 *
 * @throws VendorFeedFault for JSON that is no such document
 */
export function readCsaf(document: unknown): CsafReading {
  if (!isObject(document) || !isObject(document.document)) throw new VendorFeedFault("is JSON without a CSAF document");
  const { category } = document.document;
  if (typeof category !== "string" || !CATEGORIES.has(category))
    throw new VendorFeedFault(
      `is a CSAF document of the kind ${shown(category)}, neither csaf_vex nor csaf_security_advisory`,
    );
  if (!Array.isArray(document.vulnerabilities)) throw new VendorFeedFault("is a CSAF document without vulnerabilities");
  const products = readProducts(document.product_tree);
  const reading: CsafReading = { statements: [], refused: [] };
  for (const vulnerability of document.vulnerabilities) readVulnerability(vulnerability, products, reading);
  return reading;
}

function readVulnerability(vulnerability: unknown, products: Map<string, CsafProduct>, reading: CsafReading): void {
  const cve = isObject(vulnerability) ? vulnerability.cve : undefined;
  if (!isObject(vulnerability) || typeof cve !== "string" || !CVE_NUMBER.test(cve)) {
    reading.refused.push({ record: shown(cve), reason: "has no CVE number" });
    return;
  }
  const status = isObject(vulnerability.product_status) ? vulnerability.product_status : {};
  const told = new Set<string>();
  let unknown = 0;
  for (const [name, meaning] of STATUSES) {
    for (const id of Array.isArray(status[name]) ? status[name] : []) {
      const product = products.get(String(id));
      if (product === undefined) unknown++;
      else addStatement(reading.statements, told, { cve, product, status: meaning });
    }
  }
  if (unknown > 0)
    reading.refused.push({ record: cve, reason: `names products that its product tree lacks (${unknown})` });
}

interface Said {
  cve: string;
  product: CsafProduct;
  status: VendorStatement["status"];
}

/** Feeds repeat a package for each architecture; one statement is enough. */
function addStatement(statements: VendorStatement[], told: Set<string>, { cve, product, status }: Said): void {
  if (product.platform === undefined || product.package === undefined) return;
  const { name, version } = product.package;
  if (status === "fixed" && version === null) return;
  const fixedVersion = status === "fixed" ? version : null;
  const statement: VendorStatement = { cve, ...product.platform, package: name, status, fixedVersion };
  const key = JSON.stringify(statement);
  if (told.has(key)) return;
  told.add(key);
  statements.push(statement);
}
