import type { KnownProduct } from "../knowledge/known-product.ts";
import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS } from "../platforms.ts";
import type { ParsedName } from "./name-forms.ts";
import { isPackageName, type SoftwareKind } from "./software-kind.ts";

/** What kind of thing a program is, as answers show it. */
export const THING_KINDS = [
  "application",
  "library",
  "runtime",
  "sdk",
  "extension",
  "add_on",
  "component",
  "driver",
  "update",
  "updater",
  "installer",
  "language_pack",
  "documentation",
  "theme",
  "packaging",
  "operating_system",
  "os_component",
] as const;

export type ThingKind = (typeof THING_KINDS)[number];

const SHOWN: Partial<Readonly<Record<SoftwareKind, ThingKind>>> = {
  os: "operating_system",
  os_update: "update",
  update_service: "updater",
  redistributable: "runtime",
};
const LIBRARY_PACKAGE = /^lib(?!re|virt-daemon|apache2-mod|vte-bin)[a-z0-9][a-z0-9+._-]*$/;
const RUNTIME = /\b(?:runtime|jre|java se runtime|virtual machine runtime)\b/i;

/**
 * The kind shown for a program: that of its name and source; a library also by a distribution's prefix `lib`, a runtime also
 * by the family of its product, and a part of another product by the built-in knowledge.
 */
export function thingKindOf(parsed: ParsedName, kind: SoftwareKind, product: KnownProduct | undefined): ThingKind {
  if (EXTENSION_PLATFORMS.has(parsed.platform)) return "extension";
  if (LIBRARY_PLATFORMS.has(parsed.platform)) return "library";
  const shown = SHOWN[kind] ?? (kind as ThingKind);
  const isRuntime = product?.family === "Runtime Environments" || RUNTIME.test(parsed.generic.slice(0, 300));
  if (kind === "redistributable" && product?.kind === "component" && !isRuntime) return "component";
  if (shown !== "application" && shown !== "runtime") return shown;
  const low = parsed.generic.toLowerCase();
  if ((isPackageName(low) || /^[a-z0-9+.]+$/.test(parsed.text)) && LIBRARY_PACKAGE.test(low)) return "library";
  return isRuntime ? "runtime" : shown;
}
