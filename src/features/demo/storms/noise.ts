import type { EstateEvent } from "../demo.model.ts";

const over = (ago: number) => ({ ago, status: "resolved" as const });
const still = (ago: number) => ({ ago, status: "open" as const });

/**
 * What any hour brings, and no incident explains. It lies apart from the incidents: what shares a cause with them would
 * belong to them.
 */
export const NOISE: readonly EstateEvent[] = [
  noise("rack-d-temperature", "generic", "low", "Supply air is warmer than 27 °C", "fra1-rack-d", 57),
  noise("rack-b-ups", "generic", "low", "Self test of the power supply is due", "fra1-rack-b", 56),
  noise("log-01-disk", "zabbix", "medium", "Filesystem /var is 82 % full", "fra1-log-01", 55, [
    still(45),
    still(35),
    still(15),
  ]),
  noise("dw-01-memory", "prometheus", "medium", "Memory is 91 % used", "fra1-dw-01", 45, [over(38)]),
  noise("nas-01-scrub", "icinga2", "low", "Scrub of the pool is running", "fra1-nas-01", 44),
  noise("mgmt-01-logins", "generic", "medium", "200 failed logins from one address", "fra1-mgmt-01", 43),
  noise("dns-02-latency", "prometheus", "low", "Queries take longer than 50 ms", "fra1-dns-02", 41, [over(39)]),
  noise("warehouse-merges", "prometheus", "medium", "More than 300 parts wait to be merged", "warehouse", 40, [
    over(33),
  ]),
  noise("monitoring-certificate", "icinga2", "low", "The certificate ends in 21 days", "prometheus", 37),
  noise("resolver-servfail", "grafana", "medium", "2 % of answers are SERVFAIL", "resolver", 36, [over(34)]),
  noise("dns-01-load", "zabbix", "low", "Load average is above the number of processors", "fra1-dns-01", 27, [
    over(15),
  ]),
  noise("sms-429", "datadog", "medium", "HTTP 429: too many requests", "sms-gateway", 26, [over(21)]),
  noise("hv-08-down", "zabbix", "critical", "Host does not answer to ping", "fra1-hv-08", 25),
  noise("hv-08-exporter", "prometheus", "high", "Node exporter cannot be reached", "fra1-hv-08", 24.8),
  noise("sms-balance", "generic", "low", "The prepaid balance covers nine days", "sms-gateway", 23),
  noise("dw-01-queries", "grafana", "low", "A query ran for more than five minutes", "fra1-dw-01", 22),
  noise("loki-queue", "prometheus", "low", "The write queue is 71 % full", "loki", 20, [still(10)]),
  noise("mon-01-rules", "prometheus", "low", "Evaluation of rules is slow", "fra1-mon-01", 19),
  noise("cloud-cpu", "cloudwatch", "high", "batch-import-cpu-high", null, 17),
  noise("loki-limit", "grafana", "low", "Log lines are dropped: rate limit", "loki", 16),
  noise("shipping-latency", "datadog", "medium", "p95 latency is above 2 s", "shipping-rates", 14, [over(6)]),
  noise("nas-01-clock", "nagios", "low", "NTP WARNING: the clock is 0.3 s off", "fra1-nas-01", 12),
  noise("mgmt-01-flap", "zabbix", "high", "Interface eth3 is down", "fra1-mgmt-01", 8, [
    over(7),
    still(6),
    over(5),
    still(4),
  ]),
];

function noise(
  key: string,
  source: string,
  severity: EstateEvent["severity"],
  title: string,
  on: string | null,
  ago: number,
  later: EstateEvent["later"] = [],
): EstateEvent {
  return { key, source, severity, title, on, ago, later };
}
