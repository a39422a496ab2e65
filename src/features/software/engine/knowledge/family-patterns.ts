import type { SoftwareKind } from "../names/software-kind.ts";
import type { SoftwarePlatform } from "../platforms.ts";
import type { SoftwareFamilyName } from "./families.ts";

/** Words that indicate a family, with a weight; the highest sum wins. General vocabulary, no product names. */
export const FAMILY_WORDS: readonly (readonly [SoftwareFamilyName, number, RegExp])[] = [
  ["Browsers", 5, /\b(?:web ?)?browsers?\b|\bnavigateur\b|\bnavegador\b|браузер/],
  [
    "Databases",
    9,
    /\b(?:odbc|jdbc|ole ?db)\b|\b(?:ado\.net|oci) (?:driver|provider|connector|client)\b|\bdata ?base (?:client|server|engine|access)\b|\bdata provider for\b|\bsql server\b/,
  ],
  // Parts of a development environment that its installer lists one by one.
  [
    "Development Tools",
    14,
    /\bintelli ?trace\b|\bintelli ?sense\b|\bicecap\b|\bdiagnostics ?hub\b|^vs (?:[a-z]+ ?singleton|file ?(?:handler|tracker)|[a-z]+ ?msi|[a-z]+ ?shell|build ?tools|[a-z]+ ?core|script ?debugging)/,
  ],
  [
    "Databases",
    5,
    /\bdata ?bases?\b|\bdatenbank|datenbank(?:modul|engine|server)?\b|\bbases? de (?:donn[ée]es|datos|dados)\b|баз[аы] данных|\bdbms\b|\brdbms\b|\bnosql\b|\bkey-value\b|\bdata ?stores?\b|\bdata ?warehouse\b/,
  ],
  ["Databases", 4, /\b(?:sql|odbc|jdbc|oledb|graphdb|timeseries)\b|sql$|^sql|db$|\bolap\b/],
  [
    "Security Software",
    6,
    /\banti-?(?:virus|malware|spyware|ransomware|exploit|keylogger)\b|\b(?:endpoint|internet|total|network|email|mobile) (?:security|protection|defen[cs]e)\b|\bfirewall\b|\bedr\b|\bxdr\b|\bvpn\b|\b(?:secure|zero trust) (?:access|connect|network)\b|\bztna\b|\bsase\b|\bintrusion\b|\bvulnerability\b|\bmalware\b|\bspyware\b|\brootkit\b|\bsurveillance\b|\bcctv\b|\baccess control\b/,
  ],
  [
    "Security Software",
    4,
    /\b(?:security|encrypt\w*|crypto\w*|password|passwords|passwd|authenticat\w+|identity|credential|secret|vault|pgp|gpg|ssl|tls|certificates?|pki|smart ?card|token|otp|2fa|mfa|forensics?|pentest\w*|sniffer|siem|dlp|secure|security agent|protection|threat|antiv\w+|kerberos|sso|keystore|keychain|csp|firewalld?|selinux)\b/,
  ],
  [
    "Operating Systems",
    6,
    /^(?:microsoft )?windows (?:xp|vista|\d{1,4}(?:\.\d)?|server|nt|me|embedded|rt)\b|\b(?:gnu\/)?linux (?:server|desktop|enterprise|lts|kernel)?\b|\boperating system\b|\bos x\b|\bmacos\b|\b(?:free|open|net)bsd\b|\bsolaris\b|\baix\b|\bhp-ux\b|\besxi\b|\bnx-?os\b|\bfirmware\b|\bmicrocode\b|\bkernel\b/,
  ],
  [
    "Virtualization",
    6,
    /\bvirtual (?:machine|box|desktop|pc|appliance)s?\b|\bvirtuali[sz]ation\b|\bhypervisor\b|\bguest (?:tools|additions|agent|services)\b|\bvm ?tools\b|\bqemu\b|\bkvm\b|\bxen\w*\b|\bhyper-v\b|\blibvirt\w*\b|\bvdi\b|\bcontainers?\b|\bkubernetes\b|\bkube\w*\b|\blxc\b|\blxd\b|\bvirtio\b|\bspice\b/,
  ],
  [
    "Web Servers",
    6,
    /\b(?:web|http|https|application|servlet|proxy) ?servers?\b|\bhttpd\b|\breverse proxy\b|\bload balancer\b|\bwebserver\b|\bservlet\b|\biis\b|\bproxy\b|\bapp server\b/,
  ],
  [
    "Monitoring Tools",
    5,
    /\bmonitor(?:ing|s)?\b|\bobservability\b|\bmetrics?\b|\btelemetry\b|\bprobes?\b|\bexporter\b|\bapm\b|\blog(?:ging| analy[sz]er| collector| viewer| shipper)\b|\balert(?:ing|manager)\b|\bsyslog\w*\b|\bnetflow\b|\bsnmp\w*\b|\bperformance (?:monitor|analy[sz]er|co-?pilot)\b|\btracing\b|\buptime\b|beat$/,
  ],
  [
    "Office Productivity",
    6,
    /\b(?:for|für|pour|para|per) (?:microsoft )?(?:excel|word|outlook|powerpoint|onenote|office)\b|\b(?:microsoft|office) 365\b|\bdictation\b|\bdiktier\w*|wörterbuch|\bdictionnaire\b|\bdiccionario\b|\bdizionario\b|\bdicionário\b|słownik|\bwoordenboek\b|\bkorrektor\b|\bcorrecteur\b|\brechtschreib\w*|\btextverarbeitung\b|\btabellenkalkulation\b|\btraitement de texte\b|\btableur\b|\bprocesador de textos\b|\bcalendrier\b|\bkalender\b|\bcorreo\b|\bmessagerie\b/,
  ],
  [
    "Office Productivity",
    5,
    /\boffice\b|\bword processor\b|\bspreadsheets?\b|\bpresentations?\b|\bpdf\b|\be-?mail(?: client)?\b|\bmail\b|\bcalendar\b|\bnotes?\b|\bnotebook\b|\bmeetings?\b|\bconferenc\w+\b|\bmessenger\b|\bchat\b|\bcollaboration\b|\btask(?:s| manager| list)\b|\bto-?do\b|\bplanner\b|\bdocuments?\b|\bdocs\b|\bwriter\b|\bdiagram\w*\b|\bmind ?map\w*\b|\be-?book\b|\breader\b|\bpublisher\b|\btranslat\w+\b|\bdictionary\b|\bprojects?\b|\bteams\b|\bwebinar\b|\bwhiteboard\b|\bsheets\b|\bslides\b/,
  ],
  [
    "Multimedia",
    5,
    /\b(?:media|music|video|audio|movie|dvd|mp3|flash|photo|image|picture|sound|radio|podcast|streaming|screen) ?(?:players?|editors?|converters?|recorders?|studio|viewers?|manager|center|library|maker|suite|lab|ripper|downloader|capture|codecs?|encoder|decoder|workshop|gallery)\b/,
  ],
  [
    "Multimedia",
    9,
    /\b(?:definitive|remastered|goty|game of the year) edition\b|\bremastered\b|\bgames? launcher\b|\bgame (?:client|bar|overlay)\b/,
  ],
  [
    "Multimedia",
    4,
    /\b(?:audio|video|music|sound|photos?|images?|pictures?|graphics?|illustrat\w+|paint\w*|draw\w*|animation|animate|3d|render\w*|codecs?|mpeg|mp3|mp4|mkv|flac|jpe?g|png|svg|gif|exif|dvd|blu-?ray|midi|synth\w*|camera|webcam|karaoke|game|games|gaming|launcher games|tv|television|movies?|films?|subtitle\w*|piano|guitar|mixer|daw|podcasts?|wallpaper|gstreamer\w*|ffmpeg|alsa\w*|pulseaudio\w*|pipewire\w*|design(?:er)?|cad|sketch|vst|puzzle|poker|chess|adventure|quest|mines|minesweeper|solitaire|sudoku|mahjongg?|tetris|sokoban|arcade|backgammon|reversi|crosswords?|hangman|roguelike|pinball)\b/,
  ],
  [
    "Development Tools",
    5,
    /\b(?:ides?|compilers?|debuggers?|profilers?|sdk|api|git|svn|subversion|mercurial|cvs|version control|source (?:control|code)|code editor|code|coding|developer|development|devops|ci\/cd|build tools?|build|makefile|cmake|linker|assembler|unit test\w*|testing|intellisense|test(?:s| tool| framework)|regex|sql developer|programming|disassembler|decompiler|hex editor|text editor|toolchain|devel|lint\w*|package manager|automation|scripting|script editor|rest client|diff|merge|game engine|emulator|embedded|toolkit|tools for)\b|-(?:dev|devel|headers)$/,
  ],
  [
    "Runtime Environments",
    5,
    /\bruntimes?\b|\bredist(?:ributables?)?\b|\bjre\b|\bjdk\b|\bopenjdk\w*\b|\bjvm\b|\binterpreter\b|\.net\b|\bvisual c\+\+|\bshared libraries\b|\b(?:framework|java(?: se| 2)?|mono|node\.?js|python\d?|perl|ruby|php)$|\bdirectx\b|\bwebview2?\b|\bxml core services\b|\bvc ?libs\b|\bnative framework\b|\bvulkan\b|\bopengl\b|\bopencl\b|\bopenal\b|\bcuda\b|\blibraries\b/,
  ],
  [
    "Enterprise Applications",
    6,
    /\bdynamics (?:ax|nav|gp|crm|sl|365)\b|\b(?:finanz)?buchhaltung\b|\brechnungswesen\b|\bwarenwirtschaft\b|\blohn(?:abrechnung)?\b|\bzeiterfassung\b|\bcomptabilit[ée]\b|\bfacturation\b|\bgestion commerciale\b|\bcontabilidad\b|\bfacturación\b|\bcontabilità\b|\bfatturazione\b|\bkadry\b|\bpłace\b|бухгалтерия|\bsharepoint server\b|\bbusiness (?:world|central|one)\b|\bfinancial (?:management|reporting|office)\b|\bworkforce\b|\bmedical\b|\bpatient\b|\bhospital\b|\bclinical\b|\b(?:contact|call) cent(?:er|re)\b/,
  ],
  [
    "Enterprise Applications",
    6,
    /\blicen[sc](?:e|ing) (?:manager|servers?|services?|administrator|client|activation)\b/,
  ],
  [
    "Runtime Environments",
    6,
    /\bjvm\b|\bjre\b|\bjdk\b|\brun-?time$|\brun-?time (?:engine|environment)\b|\binterop\w* assemblies\b/,
  ],
  // Work of engineers, laboratories and plants, whose tools are bought for one trade.
  [
    "Enterprise Applications",
    9,
    /\b(?:scada|hmi|plcs?|dcs|historian|opc(?: ?ua| ?da)?|pacs|dicom|gis|geospatial|fieldbus|profibus|profinet|modbus)\b|\b(?:plant|process|power system|structural|finite element|building|laboratory|dental|veterinary|radiology|warehouse|property|fleet|practice|case|dealer) (?:design|control|simulation|simulator|analysis|automation|management|information|engineering)\b|\b(?:chromatograph|spectromet|radiolog|laborator)\w*|\bpoint[- ]of[- ]sale\b/,
  ],
  [
    "Enterprise Applications",
    5,
    /\b(?:erp|crm|hcm|hrm?s?|scm|plm|mes|wms|bpm|ecm|cms|itsm|itam|cmdb|rpa|etl|bi|esb|mdm|edi)\b|\benterprise\b|\bbusiness (?:intelligence|objects|suite|process|analytics)\b|\bservice ?(?:desk|management)\b|\bhelp ?desk\b|\baccounting\b|\bfinancials?\b|\bpayroll\b|\binvoic\w+\b|\bpoint of sale\b|\bpos\b|\bhuman (?:resources|capital)\b|\bsupply chain\b|\bprocurement\b|\bexpenses?\b|\bwarehouse\b|\bdocument management\b|\bcontent management\b|\bmessage (?:queue|broker)\b|\bmq\b|\bmiddleware\b|\bworkflow\b|\banalytics\b|\bdashboard\b|\be-?commerce\b|\bdirectory (?:server|services?)\b|\bactive directory\b|\bldap\b|\bgroupware\b|\bintegration (?:server|services)\b/,
  ],
  ["Utilities", 9, /\b(?:terminal|host|3270|5250|tn3270e?|tn5250|vt\d{3}) emulat(?:or|ors|ion)\b/],
  ["Utilities", 9, /\bfirmware (?:installer|updat\w+|upgrade|utility|tool)\b/],
  ["Utilities", 6, /\butilit(?:y|ies)\b|\buninstaller\b|\b(?:registry|disk|junk) cleaner\b/],
  [
    "Utilities",
    4,
    /\b(?:archiver|zip|unzip|rar|compress\w*|backup|restore|recovery|cleaner|clean ?up|optimizer|defrag\w*|partition\w*|disk|drive|usb|burn\w*|iso|file (?:manager|explorer|sync|transfer)|ftp|sftp|tftp|ssh|scp|telnet|terminal|remote (?:desktop|control|access|support)|rdp|vnc|clipboard|screenshots?|snipping|calculator|printer|print|scan(?:ner)?|keyboard|mouse|touchpad|bluetooth|wi-?fi|wireless|ethernet|battery|power|thermal|fan|bios|driver|drivers|updater?|update|uninstall\w*|installer|setup|download ?manager|torrent|p2p|sync|search|launcher|registry|system info\w*|benchmark|stress|hardware|temperature|notepad|editor|viewer|converter|tool|tools|assistant|control (?:panel|center)|helper|shell|widgets?|fonts?|themes?|icons?)\b/,
  ],
];

/** Words that suggest a family where nothing else does, the first that fits. General vocabulary, no product names. */
export const FAINT_WORDS: readonly (readonly [SoftwareFamilyName, RegExp])[] = [
  // What a program is made with or for, where it is not the last word of the name, which says what it is.
  ["Runtime Environments", /\b(?:framework|java|mono|node\.?js|python\d?|perl|ruby|php)\b/],
  [
    "Office Productivity",
    /\b\w{2,12}mail\b|\b(?:[a-z]*pbx|softphones?|telephony|voip|sip|phone|web ?mail|attendant|switchboard|mailer|messaging|newsletter|wiki|agenda|contacts|ebooks?|fax|calc|family tree|genealogy|stammbaum|church|worship|hymns?|time ?track(?:er|ing)|transcri(?:be|ption))\b/,
  ],
  [
    "Security Software",
    /\b(?:auth(?!or)\w*|radius|pam|captcha|acl|honeypot|audit|protect|signer|signing|e?sign|crypt|jwt|oauth2?|saml|waf)\b/,
  ],
  ["Monitoring Tools", /\b(?:stats|statistics|log(?:s|ger)?|health|watchdog|inventory)\b/],
  ["Virtualization", /\b(?:docker|helm|openstack|vm|podman|operator)\b/],
  ["Multimedia", /\b(?:gallery|slider|slideshow|player|stream(?:er|ing)?|album|jukebox|flash)\b/],
  ["Databases", /\b(?:query|replication|data (?:integration|services?|lake|catalog|grid))\b/],
  [
    "Development Tools",
    /\b(?:intellisense|parsers?|generators?|validators?|builder|json|xml|yaml|markdown|graphql|jquery|django|flask|react|springboot|bindings?|utils|cli|plugin|scripts?|js|cpp|repository|boilerplate|xaml|module)\b/,
  ],
  [
    "Enterprise Applications",
    /\b(?:management (?:system|suite|center|console|platform)|scada|hmi|plc|historian|opc|portal|booking|reservations?|appointments?|ordering|shop(?:ping)?|store(?:front)?|cart|billing|orders|school|student|learning|lms|e?hr|emr|clinic|hotel|forum|blog|asset|campus)\b/,
  ],
  // The tools of a trade.
  [
    "Enterprise Applications",
    /\b(?:trad(?:er|ing)|banking|broker(?:age)?|brokers?|tax(?:es)?|steuer(?:n|erklärung)?|fiscal|freight|shipping|dispatch(?:er)?|diagnos(?:e|is|tics?)|airline|restaurant|salon|parish|municipal|pharmacy|apotheke|praxis|kasse|caisse|paie|compta|immobilisations|paghe|gestionale|nómina|nominas|boekhoud\w*|loon|faktur\w*|księg\w*|magazyn|muhasebe|fatura|contábil|folha|estimating|takeoff|survey(?:ing|or)?|metrology|machining|nesting|welding|turbine|substation|pipeline|well ?log|seismic)\b/,
  ],
  [
    "Enterprise Applications",
    /\b(?:e[kc]g|eeg|emg|spiro\w*|audiomet\w*|ophthalm\w*|optometr\w*|dialys\w*|[ck]ardio\w*|orthop\w*|endoscop\w*|ultrasound|sonogra\w*|an[ae]sth\w*|patholog\w*|oncolog\w*|pflege\w*|nursing|zahnarzt|tierarzt|krankenhaus|ospedale|arztpraxis|prescriptions?|patients)\b/,
  ],
  [
    "Enterprise Applications",
    /\b(?:hydraul\w*|pneumat\w*|piping|hvac|concrete|rebar|geotech\w*|borehole|hydrolog\w*|sewer\w*|stormwater|wastewater|traffic|cadastr\w*|topograph\w*|photogrammetr\w*|lidar|point ?clouds?|robots?|robotics|cnc|furnace|weigh(?:ing|bridge)|calibrat\w*|torque|servo|instrument(?:s|ation)|oscilloscope|microscop\w*)\b/,
  ],
  [
    "Enterprise Applications",
    /\b(?:budget\w*|konsolidierung|controlling|treasury|ledger|bookkeeping|leasing|versicherung\w*|mortgages?|loans?|claims|actuar\w*|compliance|forex|legal|anwalt\w*|kanzlei\w*|notar\w*|attorney|agrar\w*|agricultur\w*|forst\w*|gemeinde\w*|kommunal\w*|feuerwehr\w*|parking|payments?|retail|cashier|rental|catering|franking|porto\w*|versand\w*|expédition|zoll|customs|douane)\b/,
  ],
  ["Multimedia", /\b(?:prepress|preflight|imposition|rip)\b/],
  // Hardware that a program of its maker serves.
  [
    "Utilities",
    /\b(?:touch ?(?:screen|pad)?|adapters?|signature pad|barcode|label(?:s|ing)?|headset|docking|gamepad|joystick|tablet|tn3270e?|tn5250|hba|raid|nic|lan|group policy|flashcopy|snapshots?|com port|serial port)\b/,
  ],
  // Words of languages written without blanks or in other letters, which say what a thing is.
  ["Browsers", /浏览器|瀏覽器|ブラウザ|브라우저/],
  [
    "Security Software",
    /杀毒|防毒|安全|加密|证书|セキュリティ|ウイルス|暗号|認証|보안|백신|인증|антивирус|защит|шифрован|подпис/,
  ],
  [
    "Multimedia",
    /音乐|音樂|视频|影音|播放|相机|图片|游戏|遊戲|音楽|動画|写真|画像|ゲーム|음악|동영상|플레이어|게임|проигрыватель|плеер|фото|видео|музык|игр[аы]/,
  ],
  [
    "Office Productivity",
    /办公|文档|词典|翻译|邮件|聊天|会议|文書|辞書|翻訳|年賀|メール|会議|문서|한글|사전|번역|회의|словарь|перевод|документ|почта/,
  ],
  [
    "Enterprise Applications",
    /财务|会计|税务|开票|管理系统|会計|給与|申告|販売|勘定|회계|급여|세무|관리|отчетность|учет|учёт|зарплат|склад|налог/,
  ],
  ["Databases", /数据库|データベース|데이터베이스|баз[аы] данных/],
  [
    "Utilities",
    /输入法|輸入法|压缩|解压|驱动|管家|助手|下载|网盘|入力|圧縮|解凍|ドライバ|プリンタ|입력기|압축|드라이버|프린터|архиватор|драйвер|печат|утилит/,
  ],
  [
    "Utilities",
    /\b(?:files?|folders?|toolbars?|taskbars?|tray|hotkeys?|macros?|tty|timers?|stopwatch|brightness|volume|renamer?|duplicates?|upload(?:er|s)?|download(?:er|s)?|dns|dhcp|explorer|clock|alarm|cleanup|storage|memory|cpu|gpu|organizers?|blockers?|(?:auto)?runs?|wallets?|blockchain|permissions?|bench|dpi|thumbnails?)\b|\w{3,}bench(?:mark)?\b/,
  ],
];

/**
 * Endings and beginnings of coined names, which say what a program handles ("examplecast", "examplepdf"). Packages of
 * distributions are named otherwise.
 */
export const COINED_WORDS: readonly (readonly [SoftwareFamilyName, RegExp])[] = [
  [
    "Multimedia",
    /\b\w{2,}(?:cad|(?<!fore|multi|uni)cast|tunes|tube|pix|draw|paint|ph?oto|audio|video|player|radio)\b|\b(?:photo(?!volt|metr|cop)|audio(?!log|metr|gram)|video)[a-z]{3,}\b/,
  ],
  ["Office Productivity", /\b\w{2,}(?:pdf|notes?|office|meet|chat|docs?|slides)\b|\bpdf[a-z]{2,}\b/],
  ["Security Software", /\b\w{2,}vpn\b|\b\w{2,}(?<!com|by|sur|tres|over|under)pass\b|\be-?id\b|\bdigisign\b/],
  ["Development Tools", /\b(?:git|regex|json|yaml|sql)[a-z]{2,}\b|\b\w{2,}lint\b/],
  [
    "Utilities",
    /\b\w{2,}(?:zip|term|clean(?:er)?|backup|sync|disk|clip|(?<!blue|finger|foot)print|scan)\b|\bbackup[a-z]{2,}\b/,
  ],
  ["Enterprise Applications", /\b\w{2,}(?:erp|crm|ledger|payroll)\b/],
];

/** Families by kind of software, for names without an indicative word. */
export const FAMILIES_BY_KIND: Partial<Readonly<Record<SoftwareKind, SoftwareFamilyName>>> = {
  redistributable: "Runtime Environments",
  sdk: "Development Tools",
  driver: "Utilities",
  os_update: "Operating Systems",
  update_service: "Utilities",
  installer: "Utilities",
  theme: "Utilities",
};
export const FAMILIES_BY_PLATFORM: Partial<Readonly<Record<SoftwarePlatform, SoftwareFamilyName>>> = {
  vscode_extension: "Development Tools",
  chrome_extension: "Browsers",
  firefox_addon: "Browsers",
  python: "Development Tools",
  npm: "Development Tools",
  java: "Development Tools",
};
/** Patterns of vendors whose programs are usually of one family. */
export const FAMILIES_BY_MAKER: readonly (readonly [SoftwareFamilyName, RegExp])[] = [
  [
    "Security Software",
    /security|secure|antivirus|cyber|kaspersky|mcafee|symantec|sophos|eset|bitdefender|avast|malwarebytes|crowdstrike|fortinet|checkpoint|trend ?micro|trellix/,
  ],
  ["Multimedia", /games?|entertainment|studios?$|music|audio|video|media|film|graphics$|imaging$|photo|animation/],
  ["Utilities", /semiconductor|peripherals|printers?$/],
  ["Development Tools", /jetbrains|developer/],
  ["Enterprise Applications", /^sap$|oracle|peoplesoft|salesforce|infor$|sage|ibm|manageengine|zoho/],
  // Makers named after a trade: what they make is made for it.
  [
    "Enterprise Applications",
    /health|medical|medizin|médical|medic[oa]$|dental|clinic|klinik|hospital|pharma|apothek|diagnost|radiolog|logisti|spedition|bank|finan[cz]|versicherung|insurance|steuer|hotel|airlines?$|aviation|automation|automatisierung|automotive|automobil|engineering|ingenieur|messtechnik|metrolog|scientific|laborator|robotics?|robotik|industr|maschinen|machinery|hydraulic|energy|energie|geodä|surveying|architect|bausoftware|real ?estate|immobil|school|universit|instruments$|measurement|controls$|navigation|marine|planning|traffic|chemistry|chemical|biotech|genom|lifescience|optik|veterin|zahn|anwalt|legal|kanzlei|agrar|agricult|geolog|geotech|umwelt|corpsofengineers|ministeri|ministry|government|hochschule|payroll|payment|retail|hospitality|druckmaschinen|packaging|verpackung|weighing|telemati|construct/,
  ],
];
