import { readAlertmanager } from "./alertmanager.ts";
import { readCloudwatch } from "./cloudwatch.ts";
import { readDatadog } from "./datadog.ts";
import { readGeneric } from "./generic.ts";
import { readIcinga2 } from "./icinga2.ts";
import { readNagios } from "./nagios.ts";
import { readPagerduty } from "./pagerduty.ts";
import type { ParseMessage } from "./source.ts";
import { readZabbix } from "./zabbix.ts";

export {
  createSnsVerifier,
  type FetchText,
  RETRY_AFTER_SECONDS,
  type SnsVerifier,
  snsAddress,
  snsEnvelope,
} from "./sns.ts";
export type { ParsedMessage, ParseMessage, SourceError } from "./source.ts";

/** Parsers of the supported source systems, by their name in the path. */
export const SOURCES: Readonly<Record<string, ParseMessage>> = {
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
