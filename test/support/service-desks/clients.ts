import type { ChangeFieldValues, Platform } from "../../../src/features/integrations/index.ts";
import type { Credentials } from "../../../src/features/integrations/integration.model.ts";
import { createPlatformClients } from "../../../src/features/integrations/platforms/index.ts";
import type { Target, TaskUpdate } from "../../../src/features/integrations/platforms/platform.model.ts";
import type { Clock } from "../../../src/platform/clock.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { createLogger } from "../../../src/platform/log.ts";
import { createEgress } from "../../../src/platform/outside/egress.ts";
import type { Resolve } from "../../../src/platform/outside/resolve-name.ts";
import { DESK_TOKEN, type Desk } from "./desk.ts";
import { type GenericDesk, genericDesk } from "./generic.ts";
import { JIRA_TASK, type JiraDesk, jiraDesk } from "./jira.ts";
import { SERVICENOW_TASK, type ServiceNowDesk, serviceNowDesk } from "./servicenow.ts";
import { XURRENT_TASK, type XurrentDesk, xurrentDesk } from "./xurrent.ts";

/** A value for each of the fields, texts of several lines among them. */
export const FIELDS: ChangeFieldValues = {
  ai_risk_level: "high",
  ai_risk_score: 61,
  ai_technical_risk: 55,
  ai_business_risk: 74,
  ai_dependency_risk: 60,
  ai_historical_risk: 0,
  ai_affected_systems: "3: web01, web02, db01",
  ai_critical_impacts: "shop stops while db01 restarts",
  ai_affected_users: 1200,
  ai_affected_services: "1: shop",
  ai_planned_duration: 120,
  ai_risk_adjusted_time: 165,
  ai_service_downtime: 30,
  ai_recommended_window: "2026-11-28T22:00:00Z/2026-11-29T00:00:00Z",
  ai_pre_change_rec: 'Take a backup of db01.\nTell the owners of shop.\n\nCheck the standby: it "must" be in step.',
  ai_during_change_rec: "Watch the replication lag.",
  ai_post_change_rec: "Compare the row counts.",
  ai_summary: "A restart of db01 stops shop for half an hour, at a time of little traffic.",
  ai_insights: "2 of 5 changes to db01 failed.",
  ai_confidence: 80,
};

const ALL = Object.keys(FIELDS) as (keyof ChangeFieldValues)[];
const NUMBERS = ALL.filter((field) => typeof FIELDS[field] === "number");

/** Jira's id for a field, as an installation would have it. */
export function jiraId(field: keyof ChangeFieldValues): string {
  return `customfield_${10_050 + ALL.indexOf(field)}`;
}

/** A desk of each platform that has all fields. Close each after use. */
export const DESKS = {
  xurrent: () => xurrentDesk(ALL, NUMBERS),
  servicenow: () => serviceNowDesk(ALL.map((field) => `u_${field}`)),
  jira: () =>
    jiraDesk(Object.fromEntries(ALL.map((field) => [jiraId(field), NUMBERS.includes(field) ? "number" : "textarea"]))),
  generic: () => genericDesk(),
} satisfies Record<Platform, () => Promise<XurrentDesk | ServiceNowDesk | JiraDesk | GenericDesk>>;

/** The id of the task that each desk has. */
export const TASKS: Record<Platform, string> = {
  xurrent: XURRENT_TASK,
  servicenow: SERVICENOW_TASK,
  jira: JIRA_TASK,
  generic: "CHG/7 #1",
};

/** An integration with a desk, with all fields mapped where the platform needs it. */
export function targetOf(platform: Platform, desk: Desk, changed: Partial<Target> = {}): Target {
  const isJira = platform === "jira";
  return {
    id: "0199c000-0000-7000-8000-000000000001",
    tenantId: "0199c000-0000-7000-8000-00000000000a",
    name: "Service desk",
    platform,
    baseUrl: desk.base,
    account: platform === "xurrent" ? "wdc" : null,
    accountUrl: null,
    table: "change_task",
    active: true,
    fieldMap: isJira ? Object.fromEntries(ALL.map((field) => [field, jiraId(field)])) : {},
    richText: isJira ? ALL.filter((field) => !NUMBERS.includes(field)).map(jiraId) : [],
    credentials: { type: "bearer", token: DESK_TOKEN },
    createdAt: new Date(0),
    createdBy: "test",
    updatedAt: new Date(0),
    ...changed,
  };
}

/** The desk's OAuth client. */
export function clientOf({ tokenUrl, oauth }: Desk): Credentials {
  return { type: "client_credentials", tokenUrl, ...oauth.client };
}

export function updateOf(platform: Platform, fields: Partial<ChangeFieldValues> = {}): TaskUpdate {
  const analysisId = "0199c000-0000-7000-8000-00000000000f";
  return {
    taskNodeId: TASKS[platform],
    analysisId,
    mutationId: `change-${analysisId}`,
    fields: { ...FIELDS, ...fields },
  };
}

interface ClientOptions {
  attemptMs?: number;
  clock?: Clock;
  allow?: string[];
  resolve?: Resolve;
}

/** The clients, which may call this machine. */
export function platformClients(options: ClientOptions = {}) {
  const { clock = systemClock, allow = ["127.0.0.1"], attemptMs, resolve } = options;
  const limit = attemptMs === undefined ? {} : { attemptMs };
  return createPlatformClients({ egress: createEgress(allow, resolve), clock, log: createLogger("silent"), ...limit });
}
