import { EXTENSION_PLATFORMS, LIBRARY_PLATFORMS, PACKAGE_PLATFORMS, type SoftwarePlatform } from "../platforms.ts";

/** Kind of an entry in a programs list. Only applications and operating systems have a CPE of the product itself. */
export type SoftwareKind =
  | "application"
  | "os"
  | "os_component"
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
  /^(?:20\d\d-\d\d )?(?:(?:security|critical|cumulative|feature|definition|quality|important|recommended|compatibility|dynamic|preview|intelligence) )*(?:update|hotfix|patch|update rollup|rollup|servicing stack update|service pack)s? (?:\d{1,2} )?(?:for\b|\(?kb\d|rollup)|^kb\d{5,8}\b|^servicing stack\b|^(?:sicherheits|kumulatives |funktions)?update für\b|^mise à jour (?:de sécurité |cumulative )?(?:pour|de)\b|^actualización (?:de seguridad |acumulativa )?para\b|^aggiornamento (?:della protezione |cumulativo )?per\b|^atualização (?:de segurança |cumulativa )?para\b|^aktualizacja (?:zabezpieczeń )?dla\b|^обновление (?:безопасности )?для |^aktualizace (?:zabezpečení )?pro\b|^aktualizácia (?:zabezpečenia )?pre\b|^(?:beveiligings)?update voor\b|^(?:säkerhets|kumulativ )?uppdatering för |^(?:sikkerhedsopdatering|opdatering) til\b|^(?:sikkerhetsoppdatering|oppdatering) for\b|^(?:biztonsági )?frissítés a |^.{2,80}(?:セキュリティ更新|更新プログラム|安全更新程序|安全性更新|보안 업데이트)|^(?:windows|microsoft) .{0,60}\b(?:security|cumulative) update\b(?! ?\d)/i;
/** Microsoft's resources of one language: "Example Word MUI (French) 2013". A program with all languages ends in "MUI". */
const LANGUAGE_RESOURCES = /\bmui \(/i;
const UPDATE_NUMBERED = /\(kb\d{5,8}\)/i;
const PATTERNS: readonly (readonly [SoftwareKind, RegExp])[] = [
  [
    "language_pack",
    /\b(?:language|help) (?:pack|interface|module|files?)\b|\blangpack\b|\b(?:proofing|spell(?:ing)?[ -]?check(?:er)?|hyphenation) (?:tools?|dictionar\w+)\b|\bdictionar(?:y|ies) pack\b|\blip pack\b|\bherramientas de corrección\b|\boutils de vérification\b|korrekturhilfen|strumenti di correzione|\brevisores de texto\b|sprachpaket|sprachmodul|\bpack(?:age)? linguistique\b|\bmodule linguistique\b|\bpaquete de idioma\b|\bpacchetto lingua\b|\bpacote de idiomas\b|pakiet językowy|языковой пакет|言語パック|语言包/i,
  ],
  ["add_on", /\b(?:add-?in|add-?on|plug-?in)s? for\b/i],
  [
    "installer",
    /^(?:un)?install(?:er|ation)?\b|\b(?:un)?installer$|\binstall(?:ation)? manager$|\bsetup$|\bweb installer\b|\bbootstrapper$|\b(?:installation|upgrade|update) assistant$|\bdeployment tool$/i,
  ],
  [
    "update_service",
    /\b(?:auto)?[ -]?updat(?:er?|es)(?: (?:helper|service|agent|health tools|assistant|manager|checker|setup|core|scheduler|task))?$|\bmaintenance service$|\bupdate helper\b|^(?:aktualizace|aktualizácia|aktualizacja|aktualisierung|mise à jour|actualización|aggiornamento|atualização|actualizare|обновление|uppdatering|oppdatering|opdatering|bijwerken|päivitys) |(?:frissítés|päivitys|uppdatering|oppdatering|opdatering|güncelleme|güncelleştirme|更新|アップデート|업데이트)$|\bcrash (?:reporter|handler|report)\b/i,
  ],
  [
    "driver",
    /\b(?:mini)?drivers?\b|treiber(?:paket|software)?\b|\bpilotes?\b|\bcontrolador(?:es)?\b|\bsterownik|ovlada[čc]|ovládač|illesztőprogram|stuurprogramma|drivrutin|sürücüsü?\b|\bajurit?\b|драйвер|ドライバ|驱动|驅動|드라이버|\bchipset\b|\bfirmware\b/i,
  ],
  [
    "redistributable",
    /\bredist(?:ributables?|\b)|\blaufzeitumgebung\b|\b(?:minimum|additional|debug) runtime\b|\bmerge modules?\b/i,
  ],
  ["sdk", /\bsdk\b|\bsoftware development kit\b|\b(?:developer|targeting|hosting) pack\b/i],
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
  ["sdk", /-(?:dev|devel|devtools|headers)$|^(?:linux|kernel)-(?:[a-z]+-)?headers\b|^kernel-(?:[a-z]+-)?devel\b/],
  [
    "os_component",
    /^(?:linux-(?:image|modules|generic|firmware|base|virtual|signed|oem|aws|azure|gcp|kvm|raspi|lowlatency)|kernel(?=$|-(?:core|modules|rt|uek|default|debug|tools|lt|ml|plus|azure|longterm|firmware|\d))|raspberrypi-kernel|pve-kernel|proxmox-kernel)/,
  ],
  [
    "packaging",
    /-(?:dbg|dbgsym|debuginfo|debugsource|archive-keyring|(?:wayland|xorg|x11|classic)-session|release|repos?|filesystem|selinux|srpm-macros|rpm-macros|macros)$|^(?:php|python|ruby|perl|nodejs|rh-)[\w-]*\d{2,3}-(?:runtime|build|scldevel)$|^(?:linux-base|base-files|tasksel|debian-|ubuntu-|fedora-release)/,
  ],
  [
    "language_pack",
    /-(?:l10n|i18n|locales?|langpacks?|lang)(?:-[a-z-]+)?$|^(?:language-pack-|aspell-|hunspell-|myspell-|hyphen-|mythes-)[a-z]{2,3}(?:-|$)/,
  ],
  ["add_on", /^(?:gnome-shell-extension|plasma-applet|xfce4-.{1,40}-plugin)\b/],
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
  if (PACKAGE_PLATFORMS.has(platform) || (platform === "other" && isPackageName(reported))) {
    return PACKAGE_PATTERNS.find(([, pattern]) => pattern.test(reported.toLowerCase()))?.[0] ?? "application";
  }
  if (UPDATE_FOR.test(reported)) return "os_update";
  if (LANGUAGE_RESOURCES.test(reported)) return "language_pack";
  const bare = generic.slice(0, 300).replace(/\s*[([{][^)\]}]{0,80}[)\]}]/g, "");
  for (const [kind, pattern] of PATTERNS) if (pattern.test(bare)) return kind;
  return UPDATE_NUMBERED.test(reported) && /\bfor\b/i.test(reported) ? "os_update" : "application";
}

/** Whether a name is that of a distribution's package: lower case, with hyphens. */
export function isPackageName(name: string): boolean {
  return name.length <= 160 && /^[a-z0-9][a-z0-9+.]*-[a-z0-9+._:-]*$/.test(name);
}

/** Whether software of the kind may have the CPE of an application with a similar name. */
export function mayCarryCpe(kind: SoftwareKind): boolean {
  return (
    kind === "application" ||
    kind === "os" ||
    kind === "os_component" ||
    kind === "library" ||
    kind === "extension" ||
    kind === "sdk"
  );
}
