import { familyIn, type SoftwareFamilyName } from "./families.ts";

/** Libraries of a language or of a toolkit, whatever the words after the prefix. */
const LANGUAGE_PACKAGE =
  /^(?:node|nodejs|r-cran|r-bioc|gir\d[\d.]*|lua[\d.]*|python\d?[\d.]*|ruby[\d.]*|rubygem|php[\d.]*|erlang|qml(?:6)?-module|qml)-|^lib.+-(?:perl|java|ruby|cil|ocaml|php|javascript)$/;

/**
 * Families by the naming rules of distributions, the first that fits: what the prefix or suffix of a package says of any
 * package, after the policies of Debian and Fedora for the packages of languages, modules and desktops.
 */
const NAMING: readonly (readonly [SoftwareFamilyName, RegExp])[] = [
  ["Web Servers", /^(?:libapache2?-mod-|mod_[a-z]|libnginx-mod-|nginx-mod-|lighttpd-mod-|uwsgi-plugin)/],
  ["Browsers", /^(?:webext|xul-ext|mozilla-[a-z]+-plugin)-/],
  // Compilers and what belongs to them, also for other machines: "g++-12-arm-linux-gnueabi".
  [
    "Development Tools",
    /^(?:gcc|g\+\+|cpp|gfortran|gobjc(?:\+\+)?|gnat|gdc|gm2|gccgo|clang|llvm|lldb?|binutils|cross-gcc|mingw(?:32|64|-w64))(?:-|$)|-linux-gnu(?:[a-z]*)$/,
  ],
  [
    "Development Tools",
    /^(?:elpa|emacs|vim|dh|rpm-build|maven|golang|librust|ghc|haskell|ocaml|devassistant|fp-units|fpc?)-|-(?:srpm|rpm)-macros$/,
  ],
  ["Development Tools", /-(?:dbg|dbgsym|debuginfo|debugsource|pom|parent|maven-plugin)$|^(?:docbook|sgml)-/],
  ["Runtime Environments", LANGUAGE_PACKAGE],
  [
    "Runtime Environments",
    /^(?:r-other|perl|pear|cl|guile|tcl|tk|mono|ant|plexus|felix|aether|jboss|geronimo|glassfish|apache-commons|jakarta|javapackages|jnr|sisu|uima|xmlrpc|xmvn|qt[456]?|kf[56]|gtk[234+]|gdk|glib[c2]?|gcr|compat|boost|ladspa|xcb)-/,
  ],
  [
    "Runtime Environments",
    /^(?:py|qt|gtk|gtkmm|glib|glibmm|cairomm|pangomm|atkmm)[a-z\d]*$|(?:-(?:libs?|qt\d?|gtk\d?|glib|e?gl|native|api|bindings?)|mm\d*|4j)$/,
  ],
  ["Multimedia", /^(?:gstreamer|phonon|pulseaudio|pipewire|alsa|jack|vdr|frei0r|lv2)\d*[-.]/],
  [
    "Office Productivity",
    /^(?:texlive|tex|latex|libreoffice|openoffice|hyphen|mythes|hunspell|aspell|myspell|autocorr|dict|task-[a-z-]*office)[-.]/,
  ],
  [
    "Utilities",
    /^(?:gnome|kde|kdelibs|plasma|xfce4?|mate|lxde|lxqt|lomiri|ayatana|cinnamon|budgie|deepin|ukui|xapp|xdg|indicator|networkmanager|telepathy|ibus|fcitx\d?|scim|uim|speech-dispatcher|xserver|xorg|cups|foomatic|sane|hplip|bluez|plymouth|screensaver|xscreensaver|bash|zsh|fish|task|gnustep)-/,
  ],
  [
    "Operating Systems",
    /-(?:release|repos?|(?:archive-)?keyring|bookmarks|filesystem)$|^(?:yast2?|suse|sle[sd]?|fedora|redhat|centos|rpmfusion)-/,
  ],
];

/**
 * Families of what a team of a distribution packages, by the words of its name ("Debian Games Team"). Teams for a language or
 * a desktop package libraries for the most part.
 */
const TEAMS: readonly (readonly [SoftwareFamilyName, RegExp])[] = [
  ["Multimedia", /\b(?:games?|multimedia|phototools|photo|3-d printing|vdr|sound)\b/],
  ["Office Productivity", /\b(?:libreoffice|tex|xmpp|voip)\b/],
  [
    "Security Software",
    /\b(?:security tools|gnupg|forensics|privacy tools|let's encrypt|apparmor|selinux|netfilter|freeipa|sssd|opensc|clamav)\b/,
  ],
  ["Databases", /\b(?:mysql|postgresql|mariadb|redis|firebird)\b/],
  ["Web Servers", /\b(?:apache|nginx|lighttpd|uwsgi|varnish|haproxy)\b/],
  ["Browsers", /\b(?:mozilla|chromium)\b/],
  ["Enterprise Applications", /\b(?:gis|med|astro|science|openldap|rabbitmq|tryton|odoo|moodle)\b/],
  ["Monitoring Tools", /\b(?:nagios|icinga|munin|zabbix|prometheus|monitoring)\b/],
  ["Operating Systems", /\b(?:kernel|grub|systemd|install system)\b/],
  ["Virtualization", /\b(?:libvirt|qemu|xen|virtualbox|docker|kubernetes|openstack)\b/],
  [
    "Development Tools",
    /\b(?:gcc|llvm|toolchain|emacsen|geany|pascal|android tools|git|cross|r packages|electronics|octave)\b/,
  ],
  [
    "Runtime Environments",
    /\b(?:perl|python|ruby|php|pear|pecl|java|javascript|lua|mono|cli|lisp|clojure|erlang|rakudo|haskell|ocaml|boost)\b/,
  ],
  [
    "Utilities",
    /\b(?:fonts?|input method|gnome|kde|xfce|mate|lxde|lxqt|x strike force|printing|window maker|gnustep|bluetooth|accessibility|a11y|lvm|borg|bacula|samba|ntp|dns|dhcp|remote|hamradio|openssh)\b/,
  ],
];

/** Packages that every system of a distribution starts from: its base, its name and what it installs together. */
const BASE_SYSTEM =
  /^(?:base-files|base-passwd|basesystem|filesystem|rootfiles|setup|initscripts|[a-z]+-release(?:-[a-z-]+)?|[a-z]+-logos|patterns-[a-z\d_-]+|(?:ubuntu|kubuntu|xubuntu|lubuntu|raspberrypi)-(?:minimal|standard|server|desktop|ui-mods))$/;

/** Whether a package is of the base of a distribution, whatever else its words say. */
export function isBaseSystem(name: string): boolean {
  return BASE_SYSTEM.test(name.slice(0, 160).toLowerCase());
}

/** Whether a package is a library of a language, by the naming rules of distributions. */
export function isLanguagePackage(name: string): boolean {
  return LANGUAGE_PACKAGE.test(name.slice(0, 160).toLowerCase());
}

/** A library with the number of its interface: `libexample-client3`, `libexample1.74.0`. */
const SHARED_LIBRARY =
  /^lib[a-z0-9+.-]{2,80}[a-z+-]\d{1,3}(?:\.\d{1,4}){0,3}(?:t64|v5|ldbl|g|a|b|c2a?|d)?(?::[a-z0-9]{2,10})?$/;

/** Whether a package is a library that programs share, by the number of its interface. */
export function isSharedLibrary(name: string): boolean {
  return SHARED_LIBRARY.test(name);
}

/** The family that the name of a distribution's package says by its form; undefined where it says none. */
export function familyOfPackageName(name: string): SoftwareFamilyName | undefined {
  return familyIn(NAMING, name.slice(0, 160).toLowerCase());
}

/** The family of what a packaging team of a distribution mostly maintains; undefined for any other vendor. */
export function familyOfTeam(vendor: string): SoftwareFamilyName | undefined {
  const low = vendor.slice(0, 200).toLowerCase();
  if (!/\b(?:team|maintainers?|group|packagers|task force|strike force)\b/.test(low)) return undefined;
  return familyIn(TEAMS, low);
}
