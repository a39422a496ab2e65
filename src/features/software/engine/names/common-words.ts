/** Words for kinds of programs: alone they identify no product of an unknown vendor. */
const COMMON_WORDS = new Set(
  `mail music notes calendar calculator terminal photos maps update updater runtime setup server client agent player viewer
   editor reader browser manager launcher helper console explorer desktop backup monitor messages contacts reminders books
   news stocks weather clock camera voice recorder home files settings store search help finder preview utility toolkit sdk
   library framework driver drivers tool tools office chat meeting meetings connect connector portal studio suite dashboard
   security firewall antivirus vpn password passwords wallet keychain shell task tasks project projects time timer todo
   print printer scanner fax game games chess solitaire draw paint word sheet slides tables forms database data storage
   cloud drive sync share control center assistant support service services system network internet web mobile app apps
   test demo sample example core base common main start run node go r d c basic plus pro lite light free one hub
   bridge link flow pulse spark signal focus atlas orbit nova apollo mercury phoenix dragon falcon aurora delta omega`.split(
    /\s+/,
  ),
);

/** Whether a name consists of common words only, and so fits programs of many vendors: "backup manager". */
export function isCommonName(name: string): boolean {
  return name
    .split(/[_\s-]+/)
    .filter((word) => word !== "")
    .every((word) => COMMON_WORDS.has(word));
}
