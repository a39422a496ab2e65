import type { ChangeField } from "./change-fields.ts";

/** Service desks with a change analysis. `generic`: any that takes a POST of JSON. */
export const PLATFORMS = ["xurrent", "servicenow", "jira", "generic"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** ServiceNow's own table of change tasks. */
export const DEFAULT_TABLE = "change_task";

/** Largest number of integrations of a tenant, and largest lengths of texts in characters. */
export const INTEGRATION_LIMITS = {
  integrations: 100,
  name: 255,
  address: 2_048,
  account: 128,
  token: 8_192,
  secret: 1_024,
  field: 128,
  richText: 50,
} as const;

/** How Orrery proves itself to the service desk. */
export type Credentials =
  | { type: "none" }
  | { type: "bearer"; token: string }
  | { type: "basic"; username: string; password: string }
  | { type: "client_credentials"; tokenUrl: string; clientId: string; clientSecret: string };

/** How the service desk proves itself to Orrery. */
export type Inbound =
  | { type: "secret"; header: string; secret: string }
  | { type: "hmac"; header: string; secret: string }
  | { type: "jwt"; issuer: string | null; publicKey: string | null; audience: string };

/** A configured service desk of a tenant. Secrets are kept apart, sealed. */
export interface Integration {
  id: string;
  name: string;
  platform: Platform;
  baseUrl: string;
  /** The account at the platform, where it tells accounts apart by a header. */
  account: string | null;
  /** Where people use the platform; callbacks of its verification calls must have this origin. */
  accountUrl: string | null;
  /** ServiceNow's table of tasks. */
  table: string;
  active: boolean;
  /** Names of fields there; null: the field is not written. */
  fieldMap: Partial<Record<ChangeField, string | null>>;
  /** Names of fields there that take rich text. */
  richText: string[];
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
}
