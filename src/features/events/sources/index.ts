import { readAlertmanager } from "./alertmanager.ts";
import { readCloudwatch } from "./cloudwatch.ts";
import { readDatadog } from "./datadog.ts";
import { readGeneric } from "./generic.ts";
import { readIcinga2 } from "./icinga2.ts";
import { readNagios } from "./nagios.ts";
import { readPagerduty } from "./pagerduty.ts";
import type { ReadSource } from "./source.ts";
import { readZabbix } from "./zabbix.ts";

export {
  createSnsVerifier,
  type FetchText,
  type SnsVerifier,
  snsAddress,
  snsEnvelope,
} from "./sns.ts";
export type { ReadSource, SourceError, SourceReading } from "./source.ts";

/** The systems whose webhooks are understood, by the name in the address. */
export const SOURCES: Readonly<Record<string, ReadSource>> = {
  prometheus: readAlertmanager,
  zabbix: readZabbix,
  nagios: readNagios,
  icinga2: readIcinga2,
  grafana: readAlertmanager,
  datadog: readDatadog,
  cloudwatch: readCloudwatch,
  pagerduty: readPagerduty,
  generic: readGeneric,
};
