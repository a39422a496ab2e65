import type { ProcessPlatform } from "../platforms.ts";

const set = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ""),
  );

/**
 * Programs of Windows itself that take precedence over a Microsoft product of the same name; without `.exe`. The built-in
 * knowledge has the many others.
 */
const WINDOWS_PROCESSES = set(`
  system registry idle secure_system memory_compression adprep applytrustoffline at auditpol bdehdcfg bioenrollmenthost
  calc chxsmartscreen cmd conhost controlpanel cscript csrss devicepairingfolder dfsr diantz dinotify dllhost dllhst3g
  dmnotificationbroker dnscmd dsadd dsget dsmod dvdplay dwm easinvoker easpoliciesbrokerhost eoaexperiences explorer
  fondue format fsquirt help hvix64 imebroker imjpuexc instnm iscsicli iscsicpl licensingui lockapphost lpkinstall lsass
  lsm mbaeparsertask mctadmin mdmagent microsoftedgebchost mmc more mountvol mpnotify msdt msfeedssync msg mshta msiexec
  mspaint mstsc netcfg netproj notepad ntprint ocsetup openfiles pacjsworker packagedcwalauncher
  passwordonwakesettingflyout pcaelevator pcwrun pinenrollmentbroker pktmon powershell powershell_ise prncnfg proquota
  provlaunch prproc rasserver rdpinit rdvghelper recover reg regedit regedt32 regsvr32 regtlib remotefxvgpudisablement
  rmttpmvscmgrsvr rpcss rundll32 rwinsta sbunattend scrcons sdiagnhost securitybroker services settingsexperiencehost
  shimgvw smss speech-ux-wiz speechmodeldownload speechruntime svchost taskmgr tree tsproxy uevagentpolicygenerator
  upgraderesultsui useraccountbroker utcdecoderhost vaultcmd ver wab wabmig werkernel wininit winlogon wordpad wpcmon
  wpr wprui wscadminui wscollect wscript xpsrchvw
`);

/** Process names of interpreters, installers and the like, which run many products. */
const SHARED_PROCESSES = set(`
  java javaw javaws node nodejs python python2 python3 pythonw py pyw ruby perl php lua luajit tclsh wish bash sh
  dash zsh ksh csh tcsh fish ash busybox dotnet mono electron deno bun nw erl beam beam.smp erlexec escript
  setup install installer uninstall uninst unins000 update updater autoupdate launcher launch helper service agent
  daemon server client app application main start run host worker watchdog monitor notifier tray loader bootstrap
  wrapper crashpad_handler crashreporter elevation_service elevate cef cefprocess qtwebengineprocess
  webhelper subprocess nacl_helper chrome-sandbox plugin-container jre jvm supervisor tini dumb-init nssm winsw prunsrv procrun rundll screen tmux nohup env time npm npx yarn pnpm pip uv conda make ninja cargo
  gradle mvn ant sbt osascript applet automator xpcservice electron.helper r2modman proxy guard engine manager
`);

/** Whether a process (lower case, without path and `.exe`) is part of the operating system, even if a product has the same name. */
export function isSystemProcess(name: string, platform: ProcessPlatform): boolean {
  if (platform === "windows") return WINDOWS_PROCESSES.has(name.replace(/ /g, "_"));
  if (platform === "macos") return name.startsWith("com.apple.");
  return /^\[.*\]$/.test(name) || isKernelThread(name);
}

/** Whether a name is that of a Linux kernel thread or a systemd service, without the brackets of `ps`. */
export function isKernelThread(name: string): boolean {
  return KERNEL_THREAD.test(name);
}

/** Whether a Windows program hosts services or libraries of other vendors. */
export function isSystemHost(name: string, platform: ProcessPlatform): boolean {
  return platform === "windows" && SYSTEM_HOSTS.has(name);
}

const SYSTEM_HOSTS = set("svchost rundll32 regsvr32");

/** Linux kernel threads, whose names contain a processor or device (`kworker/0:1`), and services of systemd. */
const KERNEL_THREAD =
  /^(?:(?:kworker|ksoftirqd|migration|watchdog|cpuhp|idle_inject|irq|rcuo\w?|rcu\w*|jbd2|xfs(?:aild|-\w+)|kthrot\w*)[/:-]|scsi_(?:eh|tmf)_\d|nvme-\w+-wq|systemd-\w)/;

/** Whether several products run under the name, so that it identifies none. */
export function isSharedProcess(name: string): boolean {
  return SHARED_PROCESSES.has(name);
}
