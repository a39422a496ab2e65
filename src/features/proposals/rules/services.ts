import type { SoftwareFamilyName } from "../../software/index.ts";

/**
 * What a connection is for. `data`: a database, cache, queue, search engine or file share, which a client cannot do
 * without; `app`: a service of an application; `overhead`: monitoring, backup, names, time, log-ins, administration, which
 * every host does and which says nothing of what it is for; `unknown`: neither port nor process tells.
 */
export type Purpose = "data" | "app" | "overhead" | "unknown";

/** Ports that a kind of data service registers or has by default. */
const DATA_PORTS: ReadonlyMap<number, string> = new Map([
  ...named(
    "database",
    1433,
    1434,
    1521,
    1522,
    1526,
    1830,
    2483,
    2484,
    3050,
    3306,
    3307,
    33060,
    5432,
    5433,
    6432,
    50000,
  ),
  ...named("database", 27017, 27018, 27019, 7474, 7687, 9042, 9160, 26257, 28015, 30015, 39015, 5984, 8123, 4000),
  ...named("cache", 6379, 6380, 11211, 11222, 3301, 5701),
  ...named("message broker", 5671, 5672, 1414, 1883, 8883, 61613, 61614, 61616, 4222, 6650, 9092, 9093, 9094, 2181),
  ...named("search engine", 9200, 8983, 7700),
  ...named("file share", 445, 2049, 20049, 3260),
  ...named("object store", 9000, 7480),
  ...named("configuration store", 2379, 8500, 8200),
]);

/** Ports between members of a cluster alone. */
const CLUSTER_PORTS: ReadonlySet<number> = new Set([
  2380, 2888, 3888, 4567, 4568, 4444, 5269, 7000, 7001, 7199, 7946, 8300, 8301, 8302, 9300, 16379, 25672, 33061, 5405,
  694,
]);

const APP_PORTS: ReadonlySet<number> = new Set([80, 443, 1099, 3000, 5000, 7080, 8000, 8008, 8009, 8080, 8081, 8082]);
const isAppPort = (port: number) =>
  APP_PORTS.has(port) || (port >= 8083 && port <= 8099) || (port >= 8440 && port <= 8449);

/** Services that every host uses: names, time, log-ins, logs, monitoring, backup, management. */
const OVERHEAD_PORTS: ReadonlySet<number> = new Set([
  20, 21, 22, 23, 25, 53, 67, 68, 69, 88, 111, 123, 135, 137, 138, 139, 161, 162, 389, 464, 465, 514, 546, 547, 587,
  601, 623, 636, 749, 853, 902, 1514, 1515, 1556, 2055, 3128, 3268, 3269, 3389, 4505, 4506, 4739, 5044, 5353, 5355,
  5666, 5667, 5938, 5985, 5986, 6343, 6514, 6556, 8125, 8126, 8140, 8530, 8531, 9100, 9101, 9102, 9103, 9104, 9115,
  9121, 9182, 9187, 9216, 9308, 9997, 10050, 10051, 10101, 12489, 12201, 13720, 13724, 24224, 4317, 4318,
]);

/** Makers' and products' names of overhead, with which process names begin; what follows does not matter. */
const OVERHEAD_BRAND =
  /exporter|^(zabbix|nagios|nsclient|icinga|check_mk|prometheus|alertmanager|telegraf|collectd|statsd|netdata|munin|datadog|dd-agent|newrelic|dynatrace|oneagent|appdynamics|instana|sensu|ganglia|pandora|prtg|centreon|filebeat|metricbeat|packetbeat|winlogbeat|auditbeat|heartbeat|fluent|td-agent|logstash|splunk|rsyslog|syslog|nxlog|graylog|promtail|otelcol|osquery|ossec|wazuh|falcon-sensor|cbagent|qualys|nessus|tenable|clamd|freshclam|mcafee|bacula|bareos|veeam|commvault|cvlaunch|nbft|bpbkar|nbdisco|rsnapshot|duplicity|duplicati|amanda|dsmc|networker|nsrexec|rubrik|cohesity|arcserve|acronis|pgbackrest|puppet|chef-|salt-|ansible|cfengine|ccmexec|landesk|tanium|besclient|amazon-ssm|waagent|chronyd|timesyncd|systemd|sssd|winbind|lsass|svchost|dnsmasq|dhclient|dhcpd|packagekit|unattended|wuauclt|dbeaver|datagrip|pgadmin|heidisql|pg_dump|pg_basebackup|mysqldump|mongodump|mariabackup|xtrabackup|ns-slapd)/;

/** Programs of overhead whose names are short or words of their own: the whole name, or with a sign behind it. */
const OVERHEAD_PROCESS =
  /^(nrpe|nsca|cmk|monit|gmond|vector|cvd|bpcd|vnetd|pbx_exchange|restic|borg|amandad?|rsync|backup|barman|wal-g|salt|chef|cf-agent|bigfix|ssm-agent|ntpd|ntpdate|w32time|nslcd|nscd|services|wininit|spoolsv|named|unbound|resolved|kdc|krb5kdc|slapd|samba|sshd?|scp|sftp|mosh|telnet|mstsc|rdp|vnc|xrdp|winrm|wsmprovhost|powershell|pwsh|snmpd?|apt|apt-get|dpkg|yum|dnf|zypper|snapd|cupsd?|postfix|sendmail|exim4?|master|smtpd?|psql|mysql|mariadb|mongosh|mongo|redis-cli|sqlplus|sqlcmd|isql|ssms|toad|workbench|kubectl|expdp|rman|nmap|masscan|curl|wget|nc|ncat|ping|traceroute|firefox|chrome|msedge|explorer|teams|outlook)(?![a-z])/;

/** Servers of data by the name of their process. */
const DATA_PROCESS =
  /^(postgres|postmaster|mysqld|mariadbd|sqlservr|oracle|tnslsnr|db2sysc|mongod|mongos|redis-server|valkey-server|memcached|beam\.smp|rabbitmq|kafka|zookeeper|elasticsearch|opensearch|solr|cassandra|couchdb|neo4j|influxd|clickhouse|cockroach|etcd|consul|vault|minio|nfsd|smbd|ksmbd|amqzmppa|amqrmppa|activemq|artemis|mosquitto|nats-server|pulsar|hazelcast|ignite|firebird|hdbindexserver|arangod|dremio|pgbouncer|proxysql|pgpool)(?![a-z])/;

/** Servers of data that pass connections on: clients of another kind of server. */
const POOLERS = /^(pgbouncer|proxysql|pgpool|mongos)/;

/** Servers of applications by the name of their process. */
const APP_PROCESS =
  /^(nginx|httpd|apache2?|haproxy|envoy|traefik|caddy|varnishd|lighttpd|w3wp|iis|tomcat|catalina|jboss|wildfly|weblogic|websphere|java|javaw|node|python|uwsgi|gunicorn|uvicorn|php-fpm|ruby|puma|unicorn|passenger|dotnet|erl|perl|go|deno|bun)(?![a-z])/;

const FAMILIES: Partial<Record<SoftwareFamilyName, Purpose>> = {
  Databases: "data",
  "Web Servers": "app",
  "Enterprise Applications": "app",
  "Monitoring Tools": "overhead",
  "Security Software": "overhead",
};

/** What a program is for, by its name and by the family that the knowledge of software has it in. */
export type FamilyOf = (process: string) => SoftwareFamilyName | null;

/** The name of a process without path, suffix and version, in lower case. */
function bareProcess(process: string): string {
  return process
    .trim()
    .replace(/^.*[\\/]/, "")
    .toLowerCase()
    .replace(/\.(exe|bin|sh|py|jar)$/, "");
}

export interface Meaning {
  purpose: Purpose;
  /** What the target is, in words, where known: `database`. */
  service: string | null;
  /** Whether a client program of overhead opened it, whatever the service. */
  byOverhead: boolean;
  /** Whether both ends are members of one cluster. */
  isCluster: boolean;
}

/** Reads port and processes of a connection. The client decides first: a backup program that reads a database depends on nothing. */
export function meaningOf(
  {
    port,
    sourceProcess,
    targetProcess,
  }: { port: number | null; sourceProcess: string | null; targetProcess: string | null },
  familyOf: FamilyOf,
): Meaning {
  const client = sourceProcess === null ? "" : bareProcess(sourceProcess);
  const server = targetProcess === null ? "" : bareProcess(targetProcess);
  const byOverhead = client !== "" && isOverhead(client, familyOf);
  const known = port === null ? undefined : DATA_PORTS.get(port);
  const service = known ?? (server !== "" && DATA_PROCESS.test(server) ? "data service" : null);
  const isServer = client !== "" && DATA_PROCESS.test(client) && !POOLERS.test(client);
  const sameServer = isServer && (client === server || (server === "" && known !== undefined));
  const isCluster = sameServer || (port !== null && CLUSTER_PORTS.has(port) && !byOverhead);
  return { purpose: purposeOf(port, server, familyOf), service, byOverhead, isCluster };
}

function purposeOf(port: number | null, server: string, familyOf: FamilyOf): Purpose {
  if (server !== "") {
    if (DATA_PROCESS.test(server)) return "data";
    if (isOverhead(server, familyOf)) return "overhead";
  }
  if (port !== null && DATA_PORTS.has(port)) return "data";
  if (port !== null && OVERHEAD_PORTS.has(port)) return "overhead";
  if (server !== "" && APP_PROCESS.test(server)) return "app";
  const family = server === "" ? undefined : FAMILIES[familyOf(server) ?? "Utilities"];
  if (family) return family;
  return port !== null && isAppPort(port) ? "app" : "unknown";
}

function isOverhead(process: string, familyOf: FamilyOf): boolean {
  if (DATA_PROCESS.test(process) || APP_PROCESS.test(process)) return false;
  return (
    OVERHEAD_BRAND.test(process) ||
    OVERHEAD_PROCESS.test(process) ||
    FAMILIES[familyOf(process) ?? "Utilities"] === "overhead"
  );
}

function named(service: string, ...ports: number[]): [number, string][] {
  return ports.map((port) => [port, service]);
}
