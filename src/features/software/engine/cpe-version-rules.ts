import type { CpePair } from "./knowledge-index.ts";
import type { CpeVersion } from "./normalize-version.ts";

/** Products whose installers count otherwise than their makers' advisories and the dictionary. */
const RULES: readonly { pair: RegExp; rewrite: (form: CpeVersion, raw: string) => CpeVersion | undefined }[] = [
  // Java before 9 is 1.x to the dictionary: 8u291, 8.0.2910.10 and 8.0.291 are all 1.8.0 update 291.
  { pair: /^(?:oracle|sun|openjdk):(?:jre|jdk|openjdk|java_se|jrockit)$/, rewrite: javaVersion },
  // Teams for macOS wrote 1.00.622155 for what is 1.6.00.22155 everywhere else.
  { pair: /^microsoft:teams$/, rewrite: ({ version }) => rewritten(version, /^1\.00\.(\d)(\d{5})$/, "1.$1.00.$2") },
  // MinIO's versions are points in time.
  { pair: /^minio:minio$/, rewrite: ({ version }) => pointInTime(version) },
  // Zoom counts its builds in brackets, and the dictionary behind a dot.
  { pair: /^zoom:/, rewrite: (_, raw) => rewritten(raw, /^(\d+(?:\.\d+)+) \((\d+)\)$/, "$1.$2") },
  // ImageMagick's fourth number is a patch level behind a hyphen.
  {
    pair: /^imagemagick:imagemagick$/,
    rewrite: ({ version }) => rewritten(version, /^(\d+\.\d+\.\d+)\.(\d+)$/, "$1-$2"),
  },
];

/** The forms of a version for a product, the product's own way of counting first. */
export function versionFormsOf({ vendor, product }: CpePair, raw: string, forms: readonly CpeVersion[]): CpeVersion[] {
  const name = `${vendor}:${product}`;
  const own: CpeVersion[] = [];
  for (const { pair, rewrite } of RULES) {
    const first = forms[0];
    if (first === undefined || !pair.test(name)) continue;
    const changed = rewrite(first, raw.trim().slice(0, 128));
    if (changed) own.push(changed);
  }
  return [...own, ...forms];
}

function rewritten(version: string, pattern: RegExp, to: string): CpeVersion | undefined {
  return pattern.test(version) ? { version: version.replace(pattern, to) } : undefined;
}

function javaVersion({ version, update }: CpeVersion): CpeVersion | undefined {
  const short = /^([5-8])$/.exec(version);
  if (short && update) return { version: `1.${short[1]}.0`, update };
  const msi = /^([5-8])\.0\.(\d{1,3})0?(?:\.\d+)?$/.exec(version);
  if (msi) return { version: `1.${msi[1]}.0`, update: `update${msi[2]}` };
  const old = /^1\.([5-8])\.0_(\d{1,3})(?:-b\d+)?$/.exec(version);
  return old ? { version: `1.${old[1]}.0`, update: `update${old[2]}` } : undefined;
}

function pointInTime(version: string): CpeVersion | undefined {
  const digits = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(version);
  if (!digits) return undefined;
  const [, year, month, day, hour, minute, second] = digits;
  return { version: `${year}-${month}-${day}t${hour}-${minute}-${second}z` };
}
