import { z } from "zod";
import { DAY_MS } from "../../model/duration.ts";
import { type CpeRecord, readProduct, reasonOf, timestampSchema } from "./cpe-record.ts";
import { NvdFault } from "./nvd-fault.ts";

/** A query for products; all given conditions must hold. */
export interface CpeQuery {
  /** A CPE 2.3 name or the beginning of one, `*` for any value. */
  cpeMatchString?: string;
  /** Words that the name or a title must all contain. */
  keywordSearch?: string;
  /** Whether the words must be adjacent, in this order. */
  keywordExactMatch?: boolean;
  /** Changed between these two times, at most 120 days apart. */
  lastModified?: { from: Date; to: Date };
  /** Index of the first product of the page; default 0. */
  startIndex?: number;
  /** 1 to 10,000; default of the service: 10,000. */
  resultsPerPage?: number;
}

export interface CpePage {
  totalResults: number;
  startIndex: number;
  /** Number of products on this page, including unreadable ones. */
  size: number;
  /** When the service answered. */
  timestamp: Date;
  records: CpeRecord[];
  /** Why products could not be read, each with its path. */
  refused: string[];
}

export const MAX_RANGE_DAYS = 120;
const MAX_PAGE_SIZE = 10_000;

/** Sets the range of changes. Throws RangeError for one that the service would refuse. */
export function setRange(parameters: URLSearchParams, { from, to }: { from: Date; to: Date }): void {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  if (!(days >= 0 && days <= MAX_RANGE_DAYS)) throw new RangeError(`a range has 0 to ${MAX_RANGE_DAYS} days`);
  parameters.set("lastModStartDate", from.toISOString());
  parameters.set("lastModEndDate", to.toISOString());
}

/** The query parameters of the service. Throws RangeError for values that it would refuse. */
export function cpeParameters(query: CpeQuery): URLSearchParams {
  const { cpeMatchString, keywordSearch, keywordExactMatch, lastModified, startIndex, resultsPerPage } = query;
  const parameters = new URLSearchParams();
  if (cpeMatchString !== undefined) parameters.set("cpeMatchString", cpeMatchString);
  if (keywordSearch !== undefined) parameters.set("keywordSearch", keywordSearch);
  if (keywordExactMatch) parameters.set("keywordExactMatch", "");
  if (lastModified) setRange(parameters, lastModified);
  if (startIndex !== undefined) parameters.set("startIndex", String(requireWhole(startIndex, 0, 2 ** 31)));
  if (resultsPerPage !== undefined) {
    parameters.set("resultsPerPage", String(requireWhole(resultsPerPage, 1, MAX_PAGE_SIZE)));
  }
  return parameters;
}

export function requireWhole(value: number, min: number, max: number): number {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw new RangeError(`expected a whole number from ${min} to ${max}`);
}

const pageSchema = z.object({
  startIndex: z.int().min(0),
  totalResults: z.int().min(0),
  timestamp: timestampSchema,
  products: z.array(z.unknown()).max(MAX_PAGE_SIZE),
});

/** Reads an answer of `/cpes/2.0`. Throws NvdFault `unreadable` that names the fault. */
export function readCpePage(answer: unknown, expectedStartIndex: number): CpePage {
  const parsed = pageSchema.safeParse(answer);
  if (!parsed.success) throw unreadable(reasonOf(parsed.error));
  const { products, startIndex, totalResults, timestamp } = parsed.data;
  if (startIndex !== expectedStartIndex) throw unreadable(`startIndex: ${startIndex} instead of ${expectedStartIndex}`);
  if (products.length === 0 && startIndex < totalResults) throw unreadable("products: empty before the last page");
  const records: CpeRecord[] = [];
  const refused: string[] = [];
  for (const [i, product] of products.entries()) {
    const read = readProduct(product);
    if (typeof read === "string") refused.push(`products.${i}.${read}`);
    else records.push(read);
  }
  if (records.length === 0 && refused[0] !== undefined) throw unreadable(refused[0]);
  return { totalResults, startIndex, size: products.length, timestamp, records, refused };
}

export function unreadable(what: string): NvdFault {
  return new NvdFault("unreadable", `The vulnerability database answered in another form than documented: ${what}`);
}
