import { type Identifier, identifiersOfText, nameKey } from "../../../model/identifiers.ts";
import type { ProposalCi } from "../proposals.model.ts";

/** A value of a CI's field that may name another CI. */
export interface NamedValue {
  ciId: string;
  /** Dotted path. */
  field: string;
  /** The host part alone: an address may carry a password. */
  host: string;
  /** Whether the field's name says that the CI needs what it names, not only that it is somewhere. */
  isStrong: boolean;
  identifiers: Identifier[];
  nameKey: string;
}

/** Words in names of fields that hold what a CI connects to. */
const NEEDS =
  /^(db|database|databases|datasource|jdbc|odbc|dsn|sql|mysql|mariadb|postgres|postgresql|pg|oracle|mssql|mongo|mongodb|redis|cache|memcached|queue|mq|amqp|rabbitmq|broker|brokers|kafka|bootstrap|elastic|elasticsearch|search|solr|backend|backends|upstream|upstreams|nfs|smb|cifs|mount|mounts|share|shares|storage|depends|dependency|dependencies|requires|connection|endpoint|endpoints|s3)$/;
const MAY_NEED = /^(url|uri|host|hosts|server|servers|api|service|services|address|target|source|ldap)$/;
/** Words in names of fields that hold overhead, the CI itself, people, or what was. */
const NEVER =
  /^(monitor|monitoring|metrics|prometheus|zabbix|nagios|log|logs|logging|syslog|backup|backups|ntp|dns|dhcp|domain|proxy|gateway|jump|bastion|admin|management|mgmt|managed|ilo|idrac|ipmi|bmc|puppet|salt|ansible|doc|docs|documentation|wiki|repo|repository|git|contact|owner|ticket|support|vendor|homepage|old|previous|former|legacy|replaced|decommissioned|image|registry|license|mirror|patch|update|updates|scanner|agent|console|standby|hostname|fqdn|name|label|description|note|notes|comment|location|password|secret|token|key|credential|credentials|community|alert|report|help|status|health|discovered|mac|serial|gw|peer)$/;
const MAX_VALUES = 100;
const MAX_DEPTH = 5;
const MAX_TEXT = 2_000;

/** Values of a CI's fields that may name what it depends on. */
export function namedValues(ci: ProposalCi): NamedValue[] {
  const found = new Map<string, NamedValue>();
  walk(ci.fields, [], 0, (path, text) => {
    const strength = strengthOf(path);
    if (strength === undefined || found.size >= MAX_VALUES) return;
    const field = path.join(".");
    for (const host of hostsIn(text, strength)) {
      const identifiers = identifiersOfText(host).filter(
        ({ kind }) => kind === "ip" || kind === "fqdn" || kind === "hostname",
      );
      const isNeeded = strength === "needs";
      found.set(`${field} ${host}`, {
        ciId: ci.id,
        field,
        host,
        isStrong: isNeeded,
        identifiers,
        nameKey: nameKey(host),
      });
    }
  });
  return [...found.values()];
}

type Strength = "needs" | "may need";

function strengthOf(path: readonly string[]): Strength | undefined {
  const words = path.flatMap((key) =>
    key
      .replace(/([a-z])([A-Z])/g, "$1_$2")
      .toLowerCase()
      .split(/[^a-z0-9]+/),
  );
  if (words.some((word) => NEVER.test(word))) return undefined;
  if (words.some((word) => NEEDS.test(word))) return "needs";
  return words.length > 0 && MAY_NEED.test(words.at(-1)!) && words.length > 1 ? "may need" : undefined;
}

const URL_HOSTS = /[a-z][a-z0-9+.:-]*:\/\/(?:[^@/\s]*@)?([^/?\s;]+)/gi;
const UNC_HOST = /^(?:\\\\|\/\/)([^\\/\s]+)[\\/]/;
const NFS_HOST = /^\[?([a-z0-9_.:-]+?)\]?:\/\S*$/i;
const BARE = /^\[?([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|[0-9a-f:]+)\]?(?::\d{1,5})?$/i;

/** Hosts that a text names: of addresses with a scheme, of shares, of mounts, else the text itself or a list of hosts. */
function hostsIn(text: string, strength: Strength): string[] {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MAX_TEXT) return [];
  const addressed = [...trimmed.matchAll(URL_HOSTS)].flatMap(([, hosts]) => hosts!.split(","));
  const shared = UNC_HOST.exec(trimmed)?.[1] ?? (strength === "needs" ? NFS_HOST.exec(trimmed)?.[1] : undefined);
  const texts =
    addressed.length > 0 ? addressed : shared !== undefined ? [shared] : trimmed.split(/[\s,;|]+/).slice(0, 20);
  return [...new Set(texts.flatMap((each) => BARE.exec(each)?.[1] ?? []))].filter((host) => /[a-z.:]/i.test(host));
}

function walk(value: unknown, path: string[], depth: number, see: (path: string[], text: string) => void): void {
  if (typeof value === "string") see(path, value);
  if (value === null || typeof value !== "object" || depth >= MAX_DEPTH) return;
  for (const [key, item] of Object.entries(value).slice(0, 200)) {
    walk(item, Array.isArray(value) ? path : [...path, key.slice(0, 100)], depth + 1, see);
  }
}
