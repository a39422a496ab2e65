import { describe, expect, test } from "vitest";
import type { ProcessPlatform } from "../../../src/features/software/engine/platforms.ts";
import { readCommandLine } from "../../../src/features/software/engine/processes/command-line.ts";
import { identifyProcess } from "../../../src/features/software/engine/processes/identify-process.ts";
import { madeUpKnowledge } from "./unit-support.ts";

const knowledge = madeUpKnowledge(
  [
    "Browsers",
    {
      name: "Lantern Browser",
      vendor: "Example",
      processes: { windows: ["lantern.exe"], macos: ["Lantern"], linux: ["lantern"] },
      windows_services: ["ExampleSvc"],
    },
  ],
  ["Utilities", { name: "Shelltool", vendor: "Example", processes: { windows: ["mintpad.exe", "toolhost.exe"] } }],
  ["Utilities", { name: "Mintpad", vendor: "Other", processes: { windows: ["mintpad.exe"] } }],
  ["Utilities", { name: "Third", vendor: "Other", processes: { windows: ["toolhost.exe"] } }],
  [
    "Runtime Environments",
    { name: "Example Runtime", vendor: "Example", shared: true, processes: { windows: ["exrun.exe"] } },
  ],
  ["Databases", { name: "Oracle Database", vendor: "Oracle", processes: { linux: ["oracle"] } }],
  ["Enterprise Applications", { name: "RabbitMQ", vendor: "Example" }],
  ["Office Productivity", { name: "Grand System", vendor: "Example" }],
  ["Web Servers", { name: "Apache Tomcat", vendor: "Apache Software Foundation", packages: { deb: ["tomcat"] } }],
  [
    "Databases",
    {
      name: "QuartzBase",
      vendor: "Quartz",
      packages: { npm: ["quartz-db"] },
      processes: { linux: ["quartzd", "php-fpm", "quartzd-with-long-name"] },
    },
  ],
);
const identify = (process: string, platform: ProcessPlatform, commandLine?: string) =>
  identifyProcess({ process, platform, commandLine }, knowledge);

describe("identifyProcess", () => {
  test.each<[string, ProcessPlatform]>([
    ["lantern.exe", "windows"],
    ["LANTERN.EXE", "windows"],
    ['"C:\\Program Files\\Lantern\\lantern.exe"', "windows"],
    ["lantern64.exe", "windows"],
    ["Lantern Helper (Renderer)", "macos"],
    ["/usr/bin/lantern (deleted)", "linux"],
    ["lantern: worker process", "linux"],
    ["lantern2.1", "linux"],
  ])("identifies %s on %s as a known application", (process, platform) => {
    expect(identify(process, platform)).toMatchObject({
      application: "Lantern Browser",
      family: "Browsers",
      kind: "application",
    });
  });

  test.each<[string, ProcessPlatform, string]>([
    ["svchost.exe", "windows", "Microsoft Windows"],
    ["WUDFHost.exe", "windows", "Microsoft Windows"],
    ["launchd", "macos", "macOS"],
    ["com.apple.WebKit.Networking", "macos", "macOS"],
    ["systemd-journald", "linux", "Linux"],
    ["[kworker/0:1]", "linux", "Linux"],
  ])("identifies %s on %s as the operating system", (process, platform, application) => {
    expect(identify(process, platform)).toMatchObject({ application, kind: "os", family: "Operating Systems" });
  });

  test.each<[string, ProcessPlatform]>([
    ["java.exe", "windows"],
    ["node", "linux"],
    ["python3.11", "linux"],
    ["bash.exe", "windows"],
    ["setup.exe", "windows"],
    ["exrun.exe", "windows"],
    ["toolhost.exe", "windows"],
  ])("identifies no product for %s on %s", (process, platform) => {
    const found = identify(process, platform);
    expect(found).toMatchObject({ application: null, vendor: null, family: null, kind: "unknown", confidence: 0 });
    expect(found.alternatives.length).toBeGreaterThan(0);
  });

  test("lists all products that share a name, unless one has exactly that name", () => {
    expect(identify("toolhost.exe", "windows").alternatives).toEqual(["Shelltool", "Third"]);
    expect(identify("mintpad.exe", "windows").application).toBe("Mintpad");
    expect(identify("Loader9.exe", "windows").alternatives).toEqual(["Someone", "Someone Else"]);
  });

  test.each<[string, string, string]>([
    [
      "java",
      "/usr/lib/jvm/java-17/bin/java -Xmx1g -cp /x/bootstrap.jar org.apache.catalina.startup.Bootstrap start",
      "Apache Tomcat",
    ],
    ["java", "java -jar /opt/quartzbase/lib/quartzbase-4.2.jar", "QuartzBase"],
    ["node", "node /srv/x/node_modules/quartz-db/bin/run.js", "QuartzBase"],
    ["python3", "python3 -m quartzbase.server --port 1", "QuartzBase"],
    ["bash", "bash /opt/lantern/start.sh", "Lantern Browser"],
  ])("decides %s by its command line: %s", (process, commandLine, application) => {
    expect(identify(process, "linux", commandLine).application).toBe(application);
  });

  test.each([
    ["an instance of a database in the name", "ora_pmon_EXAMPLE", undefined, "Oracle Database"],
    ["a session of it", "oracleEXAMPLE (LOCAL=NO)", undefined, "Oracle Database"],
    ["a name that Linux cuts", "quartzd-with-lo", undefined, "QuartzBase"],
    ["a flag that takes no value", "python3", "/usr/bin/python3 -s -E /usr/sbin/quartzd", "QuartzBase"],
    ["an option that takes one", "java", "java --add-opens java.base/a=b -jar /opt/x/quartzbase.jar", "QuartzBase"],
    ["a word before the assembly", "dotnet", "dotnet exec /opt/quartzbase/server.dll", "QuartzBase"],
    ["a folder, where the script has everybody's name", "php", "php /var/www/quartzbase/cron.php", "QuartzBase"],
    ["code in the line itself", "python3", "python3 -c quartzd", null],
    ["everybody's script nowhere", "php", "php /srv/x/cron.php", null],
  ])("identifies the product for %s", (_, process, commandLine, application) => {
    expect(identify(process, "linux", commandLine).application).toBe(application);
  });

  test.each([
    ["java", "java -jar /home/quartzbase/x.jar"],
    ["java", "java -Duser.home=/home/quartzbase -jar x.jar"],
    ["python3", "python3 /root/quartzbase/job.py"],
    ["bash", "bash /tmp/quartzbase/run.sh"],
    ["bash", "bash /srv/quartzbase/run.sh"],
    ["python.exe", "python.exe C:\\Users\\quartzbase\\job.py"],
    ["java", "java -jar /opt/own-company/quartzbase/x.jar"],
  ])("takes no product from the folder of a user, a service or a company: %s as %s", (process, commandLine) => {
    const platform = process.endsWith(".exe") ? "windows" : "linux";
    expect(identify(process, platform, commandLine)).toMatchObject({ application: null, kind: "unknown" });
  });

  test.each([
    ["bash", "/usr/bin/bash /opt/quartzbase/bin/start.sh"],
    ["bash.exe", "bash.exe C:\\Users\\anna\\AppData\\Local\\QuartzBase\\bin\\start.sh"],
    ["bash.exe", "bash.exe D:\\QuartzBase\\start.sh"],
  ])("takes the product from the folder in which it is installed: %s as %s", (process, commandLine) => {
    const platform = process.endsWith(".exe") ? "windows" : "linux";
    expect(identify(process, platform, commandLine).application).toBe("QuartzBase");
  });

  test.each([
    ["svchost.exe -k netsvcs -p -s ExampleSvc", "Lantern Browser", "application"],
    ["svchost.exe -k netsvcs -p -s Schedule", "Microsoft Windows", "os"],
    ["svchost.exe -s", "Microsoft Windows", "os"],
    ['rundll32.exe "C:\\Program Files\\Lantern\\lantern.dll",Start', "Lantern Browser", "application"],
    ["rundll32.exe C:\\Windows\\system32\\shell32.dll,Control_RunDLL", "Microsoft Windows", "os"],
  ])("decides a Windows host process by its command line: %s", (commandLine, application, kind) => {
    const process = commandLine.slice(0, commandLine.indexOf(" "));
    expect(identify(process, "windows", commandLine)).toMatchObject({ application, kind });
  });

  test.each(["kworker/0:1H", "migration/3", "watchdog/0", "xfsaild/dm-0", "scsi_eh_1", "systemd-exampled"])(
    "identifies %s as the Linux kernel or systemd",
    (process) => expect(identify(process, "linux")).toMatchObject({ application: "Linux", kind: "os" }),
  );

  test.each(["Lantern Web Content", "Lantern Extension Helper", "Lantern Updater", "Lantern Helper (GPU)"])(
    "identifies %s as a helper of the macOS application",
    (process) => expect(identify(process, "macos").application).toBe("Lantern Browser"),
  );

  test("returns kind unknown for an unknown name", () => {
    expect(identify("zxqv.exe", "windows")).toMatchObject({ application: null, kind: "unknown", alternatives: [] });
    expect(identify("", "linux").kind).toBe("unknown");
  });
});

describe("readCommandLine", () => {
  test("joins an unquoted path with blanks to one word", () => {
    const { folders } = readCommandLine("C:\\Program Files\\Lantern\\bin\\bash.exe --login");
    expect(folders[1]).toEqual(["Lantern"]);
  });

  test("reads a bounded part of a long command line", () => {
    expect(readCommandLine(`node ${"a ".repeat(500_000)}`).names).toEqual(["a"]);
    expect(readCommandLine(`"${"\\".repeat(100_000)}`).names).toEqual([]);
  });
});

describe("identifyProcess for interpreters and servers", () => {
  const tomcat = "org.apache.catalina.startup.Bootstrap start";
  test.each([
    ["java", `java -Dcatalina.base=/opt/quartzbase ${tomcat}`, "QuartzBase"],
    ["java", `/opt/quartzbase/jre/bin/java ${tomcat}`, "QuartzBase"],
    ["java", `java -Dcatalina.base=/var/lib/tomcat9 ${tomcat}`, "Apache Tomcat"],
    ["java", `java -Dcatalina.base=/srv/own ${tomcat}`, "Apache Tomcat"],
    ["beam.smp", "/usr/lib/erlang/erts-13/bin/beam.smp -- -root /usr/lib/erlang -s rabbit boot", "RabbitMQ"],
    ["beam.smp", "beam.smp -noshell -sname rabbit@host", "RabbitMQ"],
  ])("identifies the product of %s: %s", (process, commandLine, application) => {
    expect(identify(process, "linux", commandLine).application).toBe(application);
  });

  test("identifies no product for Erlang with an unknown application", () => {
    expect(identify("beam.smp", "linux", "/usr/lib/erlang/erts-13/bin/beam.smp -s own boot").application).toBeNull();
  });

  test("does not match a folder with a common name to a product's short name", () => {
    expect(identify("java", "linux", "java -jar /opt/system/own-main.jar").application).toBeNull();
  });
});
