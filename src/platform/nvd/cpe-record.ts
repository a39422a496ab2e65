import { z } from "zod";
import { type CpeName, parseCpeName } from "../../model/cpe-name.ts";

/** A CPE name of a given part. */
type EntryName = CpeName & { part: "a" | "o" | "h" };

/** One product of the dictionary, as Orrery keeps it. */
export interface CpeRecord {
  /** As recorded: a CPE 2.3 formatted string. */
  cpeName: string;
  cpeNameId: string;
  name: EntryName;
  /** The English title, else the first; empty if there is none. */
  title: string;
  deprecated: boolean;
  /** CPE names that replace it. */
  deprecatedBy: string[];
  lastModified: Date;
}

const ID = /^[ -~]+$/;
const cpeNameText = z.string().max(512);

/** The latest accepted time, in milliseconds since 1970. */
const LATEST = Date.UTC(9999, 11, 31);

/** The database writes times without a zone and means UTC. */
const time = z
  .string()
  .max(40)
  .transform((text, ctx) => {
    const ms = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
    if (ms >= 0 && ms <= LATEST) return new Date(ms);
    ctx.addIssue({ code: "custom", message: "not a time" });
    return z.NEVER;
  });

const productSchema = z.object({
  cpe: z.object({
    cpeName: cpeNameText,
    cpeNameId: z.string().min(1).max(64),
    deprecated: z.boolean(),
    lastModified: time,
    titles: z.array(z.object({ title: z.string().max(4_096), lang: z.string().max(16) })).default([]),
    deprecatedBy: z
      .array(z.object({ cpeName: cpeNameText }))
      .max(1_000)
      .default([]),
  }),
});

export const timestampSchema = time;

/**
 * Reads one member of `products` in the format of the vulnerability database's CPE API 2.0 and feeds; ignores unknown
 * members. Returns a text that names the fault if the product is invalid.
 */
export function readProduct(product: unknown): CpeRecord | string {
  const parsed = productSchema.safeParse(product);
  if (!parsed.success) return reasonOf(parsed.error);
  const { cpeName, cpeNameId, deprecated, lastModified, titles, deprecatedBy } = parsed.data.cpe;
  const name = readEntryName(cpeName);
  if (!name) return "cpe.cpeName: not a CPE 2.3 name of a product";
  if (!ID.test(cpeNameId)) return "cpe.cpeNameId: has signs that no id has";
  const title = titles.find(({ lang }) => lang === "en" || lang.startsWith("en-")) ?? titles[0];
  return {
    cpeName,
    cpeNameId,
    name,
    title: clean(title?.title ?? ""),
    deprecated,
    deprecatedBy: deprecatedBy.map((one) => one.cpeName).filter((one) => parseCpeName(one) !== undefined),
    lastModified,
  };
}

/** Replaces control characters and halves of characters by blanks (Postgres rejects them), and cuts the text. */
export function clean(text: string, length = 512): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
    .trim()
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, "");
}

/** Parses the name of an entry; undefined unless part, vendor and product are specified. */
function readEntryName(text: string): EntryName | undefined {
  const name = text.startsWith("cpe:2.3:") ? parseCpeName(text) : undefined;
  if (!name || name.part === "*" || name.part === "-") return undefined;
  const isOpen = [name.vendor, name.product].some((value) => value === "*" || value === "-");
  return isOpen ? undefined : { ...name, part: name.part };
}

/** The first fault, e.g. `cpe.titles.0.title: Invalid input: expected string, received number`. */
export function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join(".")}: ${issue.message}` : "not valid";
}
