import type { CpePair, VersionCounts } from "../knowledge/known-product.ts";
import type { CpeVersion } from "../names/normalize-version.ts";

const LONGEST = 128;

/** The forms of a version for a product, the product's own way of counting first. */
export function versionFormsOf(
  { vendor, product }: CpePair,
  raw: string,
  forms: readonly CpeVersion[],
  counts: VersionCounts,
): CpeVersion[] {
  const first = forms[0];
  const own = [...(counts.get(`${vendor}:${product}`) ?? []), ...(counts.get(`${vendor}:*`) ?? [])];
  if (first === undefined || own.length === 0) return [...forms];
  const read = first.update === undefined ? first.version : `${first.version} ${first.update}`;
  const texts = [raw.trim().toLowerCase(), read].filter((text) => text.length <= LONGEST);
  const counted = own.flatMap(({ from, to }) => {
    const text = texts.find((one) => from.test(one));
    return text === undefined ? [] : [formOf(text.replace(from, to))];
  });
  return [...counted, ...forms];
}

function formOf(text: string): CpeVersion {
  const [version = text, update] = text.split(" ");
  return update === undefined ? { version } : { version, update };
}
