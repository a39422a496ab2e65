/** Words that programs lists add to a product's name. General vocabulary of installers and package systems. */
const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));

export const ARCHITECTURES = set(`
  x64 x86 x86_64 x86-64 x32 amd64 arm arm64 arm64e aarch64 armhf armel armv7 armv7l armv8 i386 i486 i586 i686 ia64 ia-64
  win32 win64 win-x64 win-x86 win-arm64 windows-x64 32-bit 64-bit 32bit 64bit 32-bits 64-bits 32bits 64bits noarch
  ppc64 ppc64le s390x riscv64 mips64el x64-based x86-based arm64-based intel64 em64t`);

export const LANGUAGES = set(`
  english german deutsch french francais français spanish espanol español italian italiano portuguese portugues
  português brazilian brasil dutch nederlands russian русский polish polski czech cestina čeština danish dansk swedish
  svenska norwegian norsk finnish suomi hungarian magyar turkish turkce türkçe greek japanese 日本語 korean 한국어 chinese
  简体中文 繁體中文 simplified traditional arabic hebrew thai ukrainian romanian bulgarian croatian slovak slovenian
  multilingual multilanguage mui`);

/** ISO 639-1 codes that installers write alone in brackets. */
export const LANGUAGE_CODES = set(`
  ar bg ca cs cy da de el en es et eu fa fi fr gl he hi hr hu id is it ja ka kk ko lt lv mk ms nb nl nn no pl pt ro ru
  sk sl sq sr sv th tr uk vi zh jp cn tw kr us gb`);

/** Windows' abbreviations of locales, in capitals: ENU, DEU. */
export const LANGUAGE_MARKS = set(`
  ENU ENG ENA ENC DEU DES DEA FRA FRB FRC FRS ESN ESP ESM ITA ITS JPN KOR CHS CHT ZHH RUS PTB PTG NLD NLB SVE DAN FIN NOR
  NON PLK CSY HUN TRK ELL HEB ARA ROM BGR HRV SKY SLV UKR THA ETI LVI LTH VIT IND CAT
  GER FRE SPA DUT CZE`);

/** Words that name a variant of a language beside it: "Portuguese (Brazil)", "Português do Brasil". */
export const LANGUAGE_VARIANTS = set(`
  brazil brasil portugal latin america latinoamérica do de del of united states kingdom canada canadá mexico méxico
  spain españa france germany deutschland switzerland austria belgium netherlands`);

/** The marks that are no words, which some installers write in small letters. */
export const SMALL_LANGUAGE_MARKS = set("enu deu fra esn jpn chs cht ita kor rus ptb ptg nld sve plk csy hun trk");

/** ISO 3166 codes that follow a language code. */
export const REGION_CODES = set(`
  us gb uk au ca nz ie za in de at ch fr be lu nl es mx ar co cl it pt br ru by ua pl cz sk si hr rs bg ro hu tr gr cy
  dk se no fi ee lv lt is il sa ae eg jp kr cn tw hk sg th vn id my ph hans hant ww`);

/** Editions before the word "Edition", or alone at the end. */
export const EDITIONS = set(`
  community enterprise professional standard ultimate express home developer premium personal free student evaluation
  trial business datacenter education educational academic web foundation essentials open oss source basic starter connect
  workgroup corporate deluxe desktop plus portable unlimited pro commercial noncommercial non-commercial limited
  single multi user family n kn azure`);

/** Editions that do not change the product; "Plus" or "Desktop" often denote another one. */
export const SAME_PRODUCT_EDITIONS = set(`
  community enterprise professional standard ultimate express home premium personal free trial evaluation business
  education pro portable ltsc ltsb ltsr edition`);

/** Editions that are cut without a following "Edition", next to a version or in a product with editions. */
export const BARE_EDITIONS = set(`
  professional standard ultimate enterprise datacenter evaluation trial premium pro home education community express
  business plus n kn core workstations professionnel professionnelle profesional professionale professioneel famille
  petite entreprise étudiant hogar empresas estudiantes privat unternehmen zuhause`);

/** Words that make a preceding number in the middle of a name a version: "Player 11 Plugin". */
export const AFTER_VERSION = set(`
  plugin plug-in activex npapi ppapi redistributable redist runtime client server sdk tools update parser additional
  minimum service sp sp1 sp2 sp3 sp4 r2 professional standard enterprise ultimate home edition express community
  premium basic pro plus suite desktop core x64 x86 64-bit 32-bit (64-bit) (x64) build rc beta alpha language
  documentation executables headers libraries setup shared hosting targeting for für pour para per voor för dla - extension driver host native
  management objects feature
  organizer organiser console agent viewer reader editor manager designer browser launcher connector workbench builder
  module add-in addin help samples content components library framework toolkit collection anniversary gold deluxe personal features web full lts ltsr ltsc esr advanced trial evaluation essentials starter workstation player jre jdk java`);

/** Words in brackets about the installation: never part of the name. */
export const INSTALL_REMARKS = set(`
  user system machine remove only all users current installed install installer uninstall machine-wide per-user
  per-machine system-wide exe msi msix appx store portable zip offline online setup package full public release
  stable beta alpha preview nightly canary dev lts esr rtm rc ga trial evaluation retail oem edition
  editions desktop desktopeditions onecoreuap legacy cpr sr for current installed download demo win windows mac macos linux build version ver v update hotfix sp service pack standalone`);

/** Words and letters that make a following number a version. */
export const VERSION_WORDS = set(
  "version ver ver. vers vers. v v. release rel rel. rev rev. revision build bld datecode r. issue ausgabe",
);
export const LEVEL_WORDS = set(`
  update upd sp rc beta alpha patch hotfix cu ru fp pre preview milestone m u`);

/** Words whose final digits belong to the name, in package lists and programs lists alike. */
export const DIGIT_NAMES = set(`
  7zip 7-zip bzip2 pbzip2 lbzip2 lz4 x264 x265 h264 h265 libx264 libx265 openh264 mp3 mp4 libmp3 mpg123 sha1 sha2 sha256
  md4 md5 blake2 blake3 base32 base58 base64 utf8 utf-8 ipv4 ipv6 k8s k3s k9s s3 ec2 d3 h2 db2 m4 i3 p11 x11 libx11 x509
  ax25 f77 c99 ext2 ext3 ext4 f2fs jbig2 jpeg2000 iperf3 css3 html5 fido2 libfido2 u2f http2 nghttp2 libnghttp2 libssh2
  libxml2 krb5 libkrb5 auth0 id3 id3v2 argon2 libargon2 pkcs11 libp11 v4l2 pcre2 libpcre2 vp8 vp9 av1 v8 pm2 360 365
  office365 o365 m365 cap2 log4j2 jinja2 urllib3 boto3 psycopg2 httplib2 stage2 g722 ac3 ps2 tex2 mod2 e2 oauth2 nfs4
  net48 pyside6 s2 p4`);
