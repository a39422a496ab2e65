import type { CpePair, VersionSchemes } from "../knowledge/known-product.ts";
import type { CpeVersion } from "../names/normalize-version.ts";

const MAX_VERSION_LENGTH = 128;

/** The forms of a version for a product; those of the product's own version scheme come first. */
export function versionFormsOf(
  { vendor, product }: CpePair,
  raw: string,
  forms: readonly CpeVersion[],
  versionSchemes: VersionSchemes,
): CpeVersion[] {
  const first = forms[0];
  const schemes = [...(versionSchemes.get(`${vendor}:${product}`) ?? []), ...(versionSchemes.get(`${vendor}:*`) ?? [])];
  if (first === undefined || schemes.length === 0) return [...forms];
  const parsed = first.update === undefined ? first.version : `${first.version} ${first.update}`;
  const texts = [raw.trim().toLowerCase(), parsed].filter((text) => text.length <= MAX_VERSION_LENGTH);
  const rewritten = schemes.flatMap((scheme) => {
    const text = texts.map(scheme).find((mapped) => mapped !== undefined);
    return text === undefined ? [] : [formOf(text)];
  });
  return [...rewritten, ...forms];
}

function formOf(text: string): CpeVersion {
  const [version = text, update] = text.split(" ");
  return update === undefined ? { version } : { version, update };
}
