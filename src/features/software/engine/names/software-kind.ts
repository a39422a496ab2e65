import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS, type SoftwarePlatform } from "../platforms.ts";

/** Kind of an entry in a programs list. Only applications and operating systems have a CPE of the product itself. */
export type SoftwareKind =
  | "application"
  | "os"
  | "library"
  | "extension"
  | "os_update"
  | "update_service"
  | "driver"
  | "language_pack"
  | "redistributable"
  | "sdk"
  | "add_on"
  | "installer"
  | "documentation"
  | "theme"
  | "packaging";

const UPDATE_FOR =
  /^(?:(?:security|critical|cumulative|feature|definition|quality|important|recommended|compatibility) )*(?:update|hotfix|patch|update rollup|rollup|servicing stack update|service pack)s? (?:\d{1,2} )?(?:for\b|\(?kb\d|rollup)|^kb\d{5,8}\b|^(?:windows|microsoft) .{0,60}\b(?:security|cumulative) update\b(?! ?\d)/i;
const UPDATE_NUMBERED = /\(kb\d{5,8}\)/i;
const PATTERNS: readonly (readonly [SoftwareKind, RegExp])[] = [
  [
    "language_pack",
    /\blanguage (?:pack|interface|module|files?)\b|\blangpack\b|\b(?:proofing|spell(?:ing)?[ -]?check(?:er)?|hyphenation) (?:tools?|dictionar\w+)\b|\bdictionar(?:y|ies) pack\b|\blip pack\b/i,
  ],
  [
    "installer",
    /^(?:un)?install(?:er|ation)?\b|\b(?:un)?installer$|\binstall(?:ation)? manager$|\bsetup$|\bweb installer\b|\bbootstrapper$|\binstallation assistant$/i,
  ],
  [
    "update_service",
    /\b(?:auto)?[ -]?updat(?:er?|es)(?: (?:helper|service|agent|health tools|assistant|manager|checker|setup|core|scheduler|task))?$|\bmaintenance service$|\bupdate helper\b|\bcrash (?:reporter|handler|report)\b|\bupdate notifications?$/i,
  ],
  ["driver", /\bdrivers?\b|\bchipset\b|\bprint(?:er)? (?:panel|center|monitor)\b|\bfirmware\b/i],
  [
    "redistributable",
    /\bredist(?:ributables?|\b)|\bminimum runtime\b|\badditional runtime\b|\bdebug runtime\b|\bmerge modules?\b/i,
  ],
  [
    "sdk",
    /\bsdk\b|\bsoftware development kit\b|\b(?:developer|targeting|hosting) pack\b|\bdevelopment headers\b|\bheaders and libraries\b/i,
  ],
  [
    "documentation",
    /\b(?:documentation|user'?s? (?:guide|manual)|help files?|sample(?:s| files?)|examples|tutorials?)$/i,
  ],
  ["theme", /\b(?:icon|sound|desktop|cursor)[ -]?themes?\b|\bwallpapers?\b|\bfonts?$|\bscreensavers?$/i],
  [
    "add_on",
    /\b(?:add-?in|add-?on|plug-?in|extension|connector|integration|module|component)s? (?:for|to)\b|\b(?:add-?in|add-?on)s?$/i,
  ],
];
const PACKAGE_PATTERNS: readonly (readonly [SoftwareKind, RegExp])[] = [
  ["documentation", /-(?:docs?|doc-html|documentation|manual|manpages|man|examples|javadoc)$/],
  [
    "packaging",
    /-(?:dbg|dbgsym|debuginfo|debugsource|archive-keyring|(?:wayland|xorg|x11|classic)-session|release|repos?|filesystem|selinux|srpm-macros|rpm-macros|macros)$|^(?:php|python|ruby|perl|nodejs|rh-)[\w-]*\d{2,3}-(?:runtime|build|scldevel)$|^(?:linux-base|base-files|tasksel|debian-|ubuntu-|fedora-release)/,
  ],
  [
    "language_pack",
    /-(?:l10n|i18n|locales?|langpacks?|lang)(?:-[a-z-]+)?$|^(?:language-pack-|aspell-|hunspell-|myspell-|hyphen-|mythes-)[a-z]{2,3}(?:-|$)/,
  ],
  [
    "theme",
    /(?:^|-)(?:icon|sound|gtk|cursor|plymouth|backgrounds?|wallpapers?)-?theme(?:s|-|$)|-(?:backgrounds|wallpapers|icons|fonts?)(?:-|$)|^fonts-|^ttf-|^xfonts-/,
  ],
  [
    "driver",
    /-(?:firmware|drivers?|dkms)$|^(?:firmware|xserver-xorg-video|xserver-xorg-input|xorg-x11-drv|printer-driver)-/,
  ],
];

/**
 * The kind of software that a name denotes: `text` as reported and cleaned, `generic` without versions.
 * Bounded work: reads only the first 300 characters.
 */
export function softwareKindOf(text: string, generic: string, platform: SoftwarePlatform): SoftwareKind {
  if (EXTENSION_PLATFORMS.has(platform)) return "extension";
  if (LIBRARY_PLATFORMS.has(platform)) return "library";
  const reported = text.slice(0, 300);
  if (platform === "deb" || platform === "rpm" || platform === "homebrew") {
    return PACKAGE_PATTERNS.find(([, pattern]) => pattern.test(reported.toLowerCase()))?.[0] ?? "application";
  }
  if (UPDATE_FOR.test(reported)) return "os_update";
  const bare = generic.slice(0, 300).replace(/\s*[([{][^)\]}]{0,80}[)\]}]/g, "");
  for (const [kind, pattern] of PATTERNS) if (pattern.test(bare)) return kind;
  return UPDATE_NUMBERED.test(reported) && /\bfor\b|\bnotifications?\b/i.test(reported) ? "os_update" : "application";
}

/** Whether software of the kind may have the CPE of an application with a similar name. */
export function mayCarryCpe(kind: SoftwareKind): boolean {
  return kind === "application" || kind === "os" || kind === "library" || kind === "extension" || kind === "sdk";
}
