import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSubmission } from "../../../src/features/discovery/formats/index.ts";
import { onlyHost, RECEIVED } from "./formats.support.ts";

const FOLDER = "../shared/data/inventories";
const present = existsSync(FOLDER);
if (!present) console.warn(`${FOLDER} is not there: recorded inventories are not read`);

const load = (file: string) => readFileSync(`${FOLDER}/${file}`);
const read = (file: string) => readSubmission(undefined, load(file), RECEIVED);
/** How often a text occurs in the file, counted without parsing it. */
const count = (file: string, mark: RegExp) => load(file).toString("latin1").match(mark)?.length ?? 0;

describe.skipIf(!present)("glpiSubmission of recorded inventories", () => {
  it.each([
    ["computer_1.json", 6],
    ["computer_3.json", 3033],
    ["computer_3_updated.json", 3184],
  ])("%s: %d packages, each with its version", (file, packages) => {
    const result = read(file);
    const host = onlyHost(result);
    expect(result).toMatchObject({ format: "glpi-json", sourceClasses: ["agent"] });
    expect(count(file, /"from": ?"/g)).toBe(packages);
    expect(host.installed_applications).toHaveLength(packages);
    for (const { name, version, install_date } of host.installed_applications ?? []) {
      expect(name).toMatch(/\S/);
      expect(version).toMatch(/\S/);
      expect(install_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it.each([
    ["windows_pc.xml", 8, 3, 6, 0],
    ["macos_imac.xml", 7, 1, 13, 29],
  ])("%s: %d programs, %d volumes, %d adapters, %d processes", (file, programs, volumes, adapters, processes) => {
    const host = onlyHost(read(file));
    expect(count(file, /<SOFTWARES>/g)).toBe(programs);
    expect(host.installed_applications).toHaveLength(programs);
    expect(count(file, /<DRIVES>/g)).toBe(volumes);
    expect(host.disks).toHaveLength(volumes);
    expect(count(file, /<NETWORKS>/g)).toBe(adapters);
    expect(host.network_adapters).toHaveLength(adapters);
    expect(count(file, /<PROCESSES>/g)).toBe(processes);
    expect(host.processes?.length ?? 0).toBe(processes);
  });

  it("gives the same host and another time for two inventories of one laptop", () => {
    const [first, second] = ["computer_3.json", "computer_3_updated.json"].map(read);
    const identity = (result: typeof first) => {
      const { host_id, hostname, fqdn, hardware } = onlyHost(result!);
      return { host_id, hostname, fqdn, serial: hardware?.serial_number, uuid: hardware?.uuid };
    };
    expect(identity(second)).toEqual(identity(first));
    expect(Object.values(identity(first))).not.toContain(undefined);
    expect(second!.submission.timestamp).toBe("2017-06-09T07:00:49.000Z");
    expect(first!.submission.timestamp < second!.submission.timestamp).toBe(true);
    expect(onlyHost(second!).mac_address).toBe(onlyHost(first!).mac_address);
  });

  it("reads umlauts, accents and dates of another country", () => {
    const host = onlyHost(read("windows_pc.xml"));
    expect(host.network_adapters?.map(({ name }) => name).join()).toContain("réseau");
    expect(host.installed_applications?.map(({ install_date }) => install_date)).toEqual(
      expect.arrayContaining(["2015-09-11", "2017-05-10", "2016-11-17"]),
    );
  });
});

describe.skipIf(!present)("nmapSubmission of recorded reports", () => {
  it.each([
    ["nmap_sweep_24.xml", 4, 12],
    ["nmap_os_guess.xml", 2, 8],
    ["nmap_one_host_full.xml", 1, 16],
  ])("%s: %d hosts up, %d open ports", (file, up, open) => {
    const { submission, sourceClasses } = read(file);
    const hosts = submission.data.discovered_hosts;
    expect(count(file, /<state state="open"/g)).toBe(open);
    expect(hosts).toHaveLength(up);
    expect(sourceClasses).toEqual(hosts.map(() => "agentless"));
    expect(hosts.flatMap(({ open_ports }) => open_ports ?? [])).toHaveLength(open);
    expect(hosts.flatMap(({ network_connections }) => network_connections ?? [])).toHaveLength(open);
    for (const host of hosts) expect(host.ip_address).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
  });

  it("uses the best guess and the end of the scan", () => {
    const { submission } = read("nmap_os_guess.xml");
    expect(submission.timestamp).toBe("2013-02-24T20:30:30.000Z");
    expect(submission.data.discovered_hosts[1]).toMatchObject({
      hostname: "scanme.nmap.org",
      os_accuracy: 92,
      device_type: "network_device",
    });
  });
});
