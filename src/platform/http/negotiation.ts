import { AppError } from "../../errors.ts";

const JSON_TYPE = "application/json";

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

/**
 * Throws 406 if an Accept header excludes every media type of the route (RFC 9110, section 12.5.1). A malformed range
 * matches no type.
 */
export function checkAccept(accept: string | undefined, produced: readonly string[]): void {
  if (
    accept === undefined ||
    accept === "" ||
    accept === "*/*" ||
    (accept === JSON_TYPE && produced.includes(JSON_TYPE))
  )
    return;
  const ranges = accept.split(",").map(parseRange);
  for (const type of produced) if (quality(type, ranges) > 0) return;
  throw new AppError("NOT_ACCEPTABLE", `This address answers with ${produced.join(" or ")}`);
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
