import type { Feature } from "../../platform/feature.ts";
import type { Integration, Platform } from "./integration.model.ts";
import type { IntegrationVerbs } from "./integrations.verbs.ts";
import type { TaskUpdate, WriteOutcome } from "./platforms/platform.model.ts";

export { CHANGE_FIELDS, type ChangeField, type ChangeFieldValues } from "./change-fields.ts";
export { type Integration, PLATFORMS, type Platform } from "./integration.model.ts";
export type { IntegrationVerbs } from "./integrations.verbs.ts";
export type { PlatformClient, Target, TaskUpdate, WriteOutcome } from "./platforms/platform.model.ts";

/** A request of a service desk as it came. */
export interface InboundRequest {
  /** The header of that name, in any case. */
  header(name: string): string | undefined;
  raw: Uint8Array;
}

export interface AuthenticatedMessage {
  integration: Integration & { tenantId: string };
  /** The object that the service desk sent or signed. */
  envelope: Record<string, unknown>;
}

/**
 * Finds out that a request comes from the service desk of a configuration.
 *
 * Throws 404 for an unknown configuration or one of another platform, 401 for a request that does not prove itself, the
 * same whatever is wrong with it, 400 where its body is not an object of JSON, and 503 while the issuer's keys cannot be had.
 */
export type AuthenticateInbound = (
  platform: Platform,
  configId: string,
  request: InboundRequest,
) => Promise<AuthenticatedMessage>;

export interface IntegrationWriter {
  /** Writes fields to a task. An integration that is deleted or inactive: not ok, and not to be tried again. */
  write(tenantId: string, integrationId: string, update: TaskUpdate): Promise<WriteOutcome>;
}

export interface Integrations extends Feature {
  verbs: IntegrationVerbs;
  authenticateInbound: AuthenticateInbound;
  writer: IntegrationWriter;
  /** Whether it exists and is active; its platform, else undefined. */
  usablePlatform(tenantId: string, integrationId: string): Promise<Platform | undefined>;
  isUsable(tenantId: string, integrationId: string): Promise<boolean>;
}
