import type { ProcessPlatform } from "./platforms.ts";

const set = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ""),
  );

/** Programs that come with Windows and are part of it, from System32 and the shell's packages; without `.exe`. */
const WINDOWS = set(`
  system registry secure_system memory_compression idle smss csrss wininit winlogon services lsass lsaiso lsm svchost
  fontdrvhost dwm logonui userinit explorer taskhost taskhostw taskhostex taskeng sihost ctfmon dllhost conhost
  openconsole rundll32 runtimebroker applicationframehost shellexperiencehost startmenuexperiencehost textinputhost
  systemsettings systemsettingsbroker systemsettingsadminflows settingsynchost backgroundtaskhost
  backgroundtransferhost wudfhost wudfcompanionhost wuauclt usoclient usocoreworker mousocoreworker musnotification
  musnotificationux musnotifyicon sihclient waasmedicagent upfc tiworker trustedinstaller poqexec dism dismhost
  wusa setuphost spoolsv splwow64 printisolationhost printfilterpipelinesvc audiodg sppsvc sppextcomobj slui
  smartscreen chxsmartscreen sgrmbroker securityhealthhost consent credentialuibroker lockapp lockapphost
  logonui wlrmdr wlanext dashost devicecensus compattelrunner wermgr werfault werfaultsecure aitstatic
  taskmgr mmc regedit regedt32 reg regsvr32 regini cmd powershell powershell_ise wscript cscript mshta wmic wmiprvse
  wmiadap unsecapp scrcons mofcomp winmgmt winrshost wsmprovhost msiexec notepad wordpad write calc calculator
  mspaint snippingtool screensketch magnify narrator osk sethc utilman atbroker eoaexperiences displayswitch dpiscaling
  charmap eudcedit dxdiag msinfo32 msconfig perfmon resmon eventvwr cleanmgr dfrgui defrag cacls icacls takeown attrib
  chkdsk chkntfs autochk diskpart diskraid format label convert fsutil vssvc vssadmin wbengine wbadmin recdisc
  rstrui systemreset reagentc bcdedit bcdboot bootcfg powercfg sdiagnhost msdt pcwrun whoami hostname systeminfo
  tasklist taskkill schtasks at sc net net1 netsh netstat nbtstat ipconfig arp ping pathping tracert route nslookup
  getmac ftp tftp telnet finger rasdial rasphone rasautou cmstp cmdkey klist ksetup certutil certreq cipher
  auditpol secedit gpupdate gpresult gpscript gpedit whoami quser query qprocess qwinsta logoff shutdown tsdiscon
  tskill tscon msg mstsc rdpclip rdpinit rdpshell rdpsa rdpsaproxy rdpsauachelper tstheme tsproxy sessionmsg
  remotefxvgpudisablement rdvghelper vmwp vmcompute vmms vmconnect vmmem vmmemwsl wsl wslhost wslservice wslrelay
  lxss fsquirt fodhelper computerdefaults control controlpanel eventcreate wevtutil logman typeperf tracerpt relog
  wpr wprui xwizard where findstr find sort more fc comp tree choice timeout clip forfiles robocopy xcopy replace
  expand extrac32 makecab compact subst mountvol label print prncnfg doskey ver help sfc sigverif verifier
  driverquery pnputil pnpunattend drvinst devicepairingwizard deviceenroller devicepairingfolder hdwwiz dfdwiz
  ie4uinit ieunatt iexpress isoburn odbcad32 odbcconf oobe oobeldr msoobe setupcl sysprep windeploy wdsutil
  securityhealthsystray searchapp searchui cortana gamebar gamebarftserver gamebarpresencewriter gamepanel
  phoneexperiencehost yourphone peopleexperiencehost video.ui microsoft.photos winstore.app wwahost
  mobsync sync synchost onedrivesetup wfs wiaacmgr wiawow64 scanner vds vdsldr vsssvc snmptrap snmp locator
  dcomlaunch rpcss ntoskrnl hvix64 werkernel lpkinstall lpksetup muiunattend mctadmin nltest ntdsutil dcdiag repadmin
  dsget dsquery dsadd dsmod csvde ldifde adprep dfsr dfssvc dns dnscmd ismserv ntfrs tcpsvcs inetinfo
  appidpolicyconverter appidcertstorecheck applytrustoffline bitsadmin bioenrollmenthost bdeunlock bdehdcfg
  bitlockerwizard manage-bde fvenotify fveprompt baaupdate browser_broker customshellhost datastorecachedumptool
  dataexchangehost desktopimgdownldr directxdatabaseupdater dmclient dmcfghost dmnotificationbroker
  easinvoker easpoliciesbrokerhost edpcleanup efsui eshell filehistory fltmc fontview fondue fsiso genvalobj
  hvsievaluator imebroker immersivetpmvscmgrsvr infdefaultinstall isaauth launchtm launchwinapp
  licensemanagershellext licensingdiag licensingui locationnotificationwindows lodctr unlodctr mbaeparsertask mdeserver
  mdmagent mdmappinstaller mdmdiagnosticstool mdres microsoftedgebchost mpnotify mrinfo msfeedssync msspellcheckinghost
  msra mtstocom mdsched multidigimon ndadmin netbtugc netcfg netcfgnotifyobjecthost netevtfwdr netiougc netplwiz
  netproj newdev ngciso nslookup omadmclient omadmprc openfiles openwith optionalfeatures packageinspector
  packagedcwalauncher pacjsworker passwordonwakesettingflyout pinenrollmentbroker pkgmgr plasrv pktmon
  pospaymentsworker prevhost presentationhost presentationsettings printbrmui printui provlaunch provtool
  proximityuxhost prproc psr qappsrv quickassist raserver rdrleakdiag recover refsutil rekeywiz register-cimprovider
  rmactivate rmclient rmttpmvscmgrsvr rpcping rrinstaller runas runexehelper runlegacycplelevated runonce
  sdbinst sdchange sdclt securitybroker sensordataservice setspn settingsexperiencehost sfc shrpubw signtool
  slidetoshutdown smartscreensettings sndvol snippingtool spaceagent spaceman spatialaudiolicensesrv spectrum speechmodeldownload
  speechruntime speech-ux-wiz stikynot stordiag surrogate svchost syskey systempropertiesadvanced systray tabcal
  tapiunattend tar thumbnailextractionhost tieringengineservice tokenbrokercookies tpmtool tpmvscmgr tpminit
  tttracer tzutil tzsync ucsvc uevagentpolicygenerator uimgrbroker unregmp2 upgraderesultsui useraccountbroker
  useraccountcontrolsettings utcdecoderhost vaultcmd verclsid viewpoint waitfor wallpaperhost wecutil wextract wfs
  whoami wiaacmgr wifitask wimserv windowsactiondialog windowsupdateelevatedinstaller winlogon winrs winsat winver
  wkspbroker wksprt workfolders wowreg32 wpcmon wpctok wpnpinst wscadminui wscollect wsqmcons wsreset wwahost
  xpsrchvw xbox xboxgamebar dpapimig dsregcmd dstokenclean dxpserver dccw ddodiag diantz dialer dinotify disksnapshot
  dispdiag dllhst3g dnscacheugc dpnsvr dvdplay dwwin esentutl eventvwr fixmapi hh hnetcfg icsunattend igfxem imjpuexc
  instnm iscsicli iscsicpl klist ksetup lnkstub makecab mapi mblctr mavinject mfpmp msdtc mqsvc mqbkup mstsc nfsclnt
  ntprint ntvdm nwscript ocsetup osk pcalua pcaui pcaelevator perfhost phoneactivate pickerhost proquota pwlauncher
  rasserver regtlib resmon rwinsta sbunattend scesrv scardsvr shimgvw sigcheck sppcomapi ssh-agent stisvc winhlp32
  wininitext w32tm wab wabmig wlms wmpnetwk wmpshare wow64 wpdshextautoplay wuapihost wuaueng zipfldr
`);

const MACOS = set(`
  kernel_task launchd windowserver loginwindow systemuiserver dock finder mds mds_stores mdworker mdworker_shared
  mdbulkimport notifyd configd distnoted cfprefsd diskarbitrationd fseventsd opendirectoryd securityd secd
  securityd_service trustd tccd coreaudiod coreservicesd corebrightnessd bluetoothd airportd wifid mdnsresponder
  mdnsresponderhelper syslogd logd powerd hidd usbd kextd thermalmonitord timed locationd nsurlsessiond
  nsurlstoraged sharingd rapportd identityservicesd imagent apsd accountsd akd cloudd bird callservicesd
  controlcenter notificationcenterui spotlight suggestd parsecd knowledge-agent coreduetd contextstored
  usernoted userprofilekeyservices universalaccessd xpcproxy sandboxd syspolicyd amfid softwareupdated
  softwareupdate_notify_agent installd system_installd storedownloadd launchservicesd lsd iconservicesd
  iconservicesagent quicklookd backupd backupd-helper revisiond apfsd ioupsd smbd nfsd autofsd automountd cupsd
  racoon socketfilterfw systemstats spindump reportcrash analyticsd symptomsd netbiosd remoted biometrickitd
  ctkd ctkahd endpointsecurityd mobileassetd assistantd siriknowledged photoanalysisd mediaanalysisd pboard
  wallpaperagent textinputmenuagent talagent systempreferences systemsettings
`);

const LINUX = set(`
  systemd init systemd-journald systemd-udevd systemd-logind systemd-resolved systemd-networkd systemd-timesyncd
  systemd-machined systemd-homed systemd-userdbd systemd-oomd systemd-coredump systemd-hostnamed systemd-timedated
  systemd-localed systemd-executor (sd-pam) sd-pam udevd eudev dbus-daemon dbus-broker dbus-broker-launch polkitd
  agetty getty mingetty login su sudo cron crond anacron atd auditd auditdispatch audispd irqbalance
  networkmanager nm-dispatcher dhclient dhcpcd wpa_supplicant modemmanager accounts-daemon udisksd upowerd colord
  rtkit-daemon acpid thermald kthreadd kswapd0 ksoftirqd kworker kcompactd0 khugepaged khungtaskd rcu_sched rcu_gp
  rcu_preempt migration watchdogd kdevtmpfs netns oom_reaper kauditd kblockd jbd2 ext4-rsv-conver xfsaild scsi_eh
  writeback ata_sff md cpuhp inet_frag_wq mm_percpu_wq idle_inject kintegrityd devfreq_wq rpcbind rpc.statd
  rpc.mountd rpc.idmapd rpciod nfsd lockd gssproxy lvmetad dmeventd multipathd mdadm iscsid fwupd packagekitd
  boltd switcheroo-control power-profiles-daemon low-memory-monitor oddjobd abrtd abrt-dbus abrt-watch-log mcelog
  rngd haveged lsmd smartd ksmtuned tuned firewalld unattended-upgr update-notifier snapd-xdg ps top ls cat grep sed awk
  find xargs sleep tail head less more tee sort uniq cut wc date hostname uname id who w uptime kill pkill
  mount umount df du cp mv rm ln chmod chown tar ip ifconfig route netstat ss ping
`);

/** Processes of which a name says nothing: they run what others wrote. Alternatives are what they often run. */
const SHARED = set(`
  java javaw javaws node nodejs python python2 python3 pythonw py pyw ruby perl php php-cgi php-fpm lua luajit tclsh wish bash sh
  dash zsh ksh csh tcsh fish ash busybox dotnet mono electron deno bun nw erl beam beam.smp erlexec escript
  setup install installer uninstall uninst unins000 update updater autoupdate launcher launch helper service agent
  daemon server client app application main start run host worker watchdog monitor notifier tray loader bootstrap
  wrapper crashpad_handler crashreporter elevation_service elevate cef cefprocess qtwebengineprocess
  webhelper subprocess nacl_helper chrome-sandbox plugin-container jre jvm supervisor tini dumb-init gunicorn uvicorn
  celery pm2 nssm winsw prunsrv procrun rundll screen tmux nohup env time npm npx yarn pnpm pip uv conda make ninja cargo
  gradle mvn ant sbt osascript applet automator xpcservice electron.helper r2modman proxy guard engine manager
`);

/** Whether a process (lower case, without path and `.exe`) is part of the operating system itself. */
export function isSystemProcess(name: string, platform: ProcessPlatform): boolean {
  if (platform === "windows") return WINDOWS.has(name.replace(/ /g, "_"));
  if (platform === "macos") return MACOS.has(name) || name.startsWith("com.apple.");
  return (
    LINUX.has(name) ||
    /^\[.*\]$/.test(name) ||
    /^(?:kworker|ksoftirqd|migration|rcu_|irq|cpuhp|scsi_eh|jbd2|xfs|kthrot)\b.*[/:_-]/.test(name)
  );
}

/** Whether several products run under the name, so that it alone names none. */
export function isSharedProcess(name: string): boolean {
  return SHARED.has(name);
}
