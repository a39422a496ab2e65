import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import type { Address } from "./address.ts";

/** What the machine itself says about names. */
export interface LocalNames {
  /** Addresses of a name in the hosts file; empty if it is not there. */
  addressesOf(host: string): Promise<Address[]>;
  /** Names to ask the name servers for, in order: the name itself, and the name within each search domain. */
  candidatesOf(host: string): Promise<string[]>;
}

export interface LocalNamesOptions {
  hostsFile?: string;
  resolverFile?: string;
}

const HOSTS_FILE = process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";
const RESOLVER_FILE = "/etc/resolv.conf";
/** A container's files change when it joins a network. */
const READ_AGAIN_MS = 5_000;
/** As in the C library. */
const MAX_SEARCH_DOMAINS = 6;
const MAX_NDOTS = 15;

/** Reads the hosts file, and the search domains and `ndots` of `resolv.conf` (resolv.conf(5)). */
export function createLocalNames(options: LocalNamesOptions = {}): LocalNames {
  const hosts = remembered(options.hostsFile ?? HOSTS_FILE, parseHosts);
  const search = remembered(options.resolverFile ?? RESOLVER_FILE, parseSearch);
  return {
    addressesOf: async (host) => (await hosts()).get(host) ?? [],

    async candidatesOf(host) {
      const { domains, ndots } = await search();
      const dots = host.split(".").length - 1;
      const within = domains.map((domain) => `${host}.${domain}`);
      // A name with a dot is first taken as complete, regardless of `ndots`: most receivers are on the internet, and
      // Kubernetes sets `ndots:5`, so that each of them would cost several questions about names that do not exist.
      if (dots === 0) return [...within, host];
      return dots < ndots ? [host, ...within] : [host];
    },
  };
}

function remembered<T>(file: string, parse: (text: string) => T): () => Promise<T> {
  let value: Promise<T> | undefined;
  let readAt = 0;
  return () => {
    if (value && performance.now() - readAt < READ_AGAIN_MS) return value;
    readAt = performance.now();
    // A machine may have no such file.
    value = readFile(file, "utf8").then(parse, () => parse(""));
    return value;
  };
}

function parseHosts(text: string): Map<string, Address[]> {
  const hosts = new Map<string, Address[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = wordsOf(line.replace(/#.*/, ""));
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const known = hosts.get(name);
      if (known) known.push({ address, family });
      else hosts.set(name, [{ address, family }]);
    }
  }
  return hosts;
}

function parseSearch(text: string): { domains: string[]; ndots: number } {
  let domains: string[] = [];
  let ndots = 1;
  for (const line of text.split("\n")) {
    const [keyword, ...values] = wordsOf(line.replace(/[#;].*/, ""));
    // The last of these lines counts.
    if (keyword === "search" || keyword === "domain") domains = values;
    if (keyword !== "options") continue;
    for (const value of values) {
      const [, dots] = /^ndots:(\d{1,3})$/.exec(value) ?? [];
      if (dots !== undefined) ndots = Math.min(Number(dots), MAX_NDOTS);
    }
  }
  const plain = domains.map((domain) => domain.toLowerCase().replace(/\.+$/, "")).filter((domain) => domain !== "");
  return { domains: plain.slice(0, MAX_SEARCH_DOMAINS), ndots };
}

function wordsOf(line: string): string[] {
  return line.split(/\s+/).filter((word) => word !== "");
}
