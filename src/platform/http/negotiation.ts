import { AppError } from "../../errors.ts";

/** A media type without parameters, in lower case; empty if the header is absent. */
export function mediaType(header: string | undefined): string {
  if (header === undefined) return "";
  const end = header.indexOf(";");
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
}

/** Whether the charset of a content type decodes as UTF-8: absent, UTF-8, or its subset US-ASCII. */
export function readableCharset(header: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header ?? "")?.[1]?.toLowerCase();
  return charset === undefined || charset === "utf-8" || charset === "utf8" || charset === "us-ascii";
}

/** Representations of a resource: the media type by its name in the query parameter `format`, the default first. */
export type Formats = Readonly<Record<string, string>>;

/**
 * The name of the representation that an Accept header prefers (RFC 9110, section 12.5.1); of equals the first. A malformed
 * range matches none. Throws 406 if the header excludes all.
 */
export function preferredFormat(accept: string | undefined, formats: Formats): string {
  const named = Object.entries(formats).map(([name, type]) => ({ name, type: mediaType(type) }));
  if (accept === undefined || accept.trim() === "") return named[0]!.name;
  const ranges = accept.split(",").map(parseRange);
  const [best] = named
    .map(({ name, type }) => ({ name, q: quality(type, ranges) }))
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  if (best) return best.name;
  throw new AppError("NOT_ACCEPTABLE", `This address answers with ${named.map(({ type }) => type).join(" or ")}`);
}

/** Whether an Accept-Encoding header allows a content coding (RFC 9110, section 12.5.3); false without the header. */
export function acceptsEncoding(header: string | undefined, coding: string): boolean {
  const ranges = (header ?? "").split(",").map(parseRange);
  const named = ranges.find(({ type }) => type === coding) ?? ranges.find(({ type }) => type === "*");
  return named !== undefined && named.q > 0;
}

interface Range {
  type: string;
  q: number;
}

function parseRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, q: q === undefined ? 1 : Number(q) || 0 };
}

/** Quality of a type by its most specific matching range; 0 if none matches. */
function quality(type: string, ranges: readonly Range[]): number {
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  for (const pattern of [type, family, "*/*"]) {
    const matching = ranges.filter((range) => range.type === pattern);
    if (matching.length > 0) return Math.max(...matching.map((range) => range.q));
  }
  return 0;
}
