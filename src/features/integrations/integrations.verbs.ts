import type { RequestContext } from "../../context.ts";
import type { FoundPage, TimedPageInput } from "../../platform/timed-list.ts";
import type { Credentials, Inbound, Integration } from "./integration.model.ts";
import type { TestOutcome } from "./platforms/platform.model.ts";

/** An integration as callers see it: without its secrets. */
export interface IntegrationView extends Integration {
  credentials: CredentialsView;
  inbound: InboundView;
}

export type CredentialsView =
  | { type: "none" | "bearer" }
  | { type: "basic"; username: string }
  | { type: "client_credentials"; tokenUrl: string; clientId: string };

export type InboundView =
  | { type: "secret" | "hmac"; header: string }
  | { type: "jwt"; issuer: string | null; publicKey: string | null; audience: string };

export interface NewIntegration
  extends Pick<
    Integration,
    "name" | "platform" | "baseUrl" | "account" | "accountUrl" | "table" | "active" | "fieldMap" | "richText"
  > {
  credentials: Credentials;
  inbound: Inbound;
}

/** Credentials of a change. Given as answers show them, without their secret, they keep the stored one. */
export type CredentialsChange = Credentials | CredentialsView;
export type InboundChange = Inbound | InboundView;

/** Members that are undefined stay unchanged; the platform always does. */
export type IntegrationChange = {
  [K in keyof Omit<NewIntegration, "credentials" | "inbound">]?: NewIntegration[K] | undefined;
} & { credentials?: CredentialsChange | undefined; inbound?: InboundChange | undefined };

/** Service desks that a tenant configured. Every verb throws 403 without `admin.settings`. */
export interface IntegrationVerbs {
  /** @param id the same for every try of one request. Throws 400 for an address that may not be called, 409 at the limit. */
  create(ctx: RequestContext, input: NewIntegration, id?: string): Promise<IntegrationView>;
  list(ctx: RequestContext, input: TimedPageInput): Promise<FoundPage<IntegrationView>>;
  /** Throws 404. */
  get(ctx: RequestContext, id: string): Promise<IntegrationView>;
  /** Changes the given members. Throws 404, and 400, also where kept credentials would go to another host. */
  update(ctx: RequestContext, id: string, change: IntegrationChange): Promise<IntegrationView>;
  /** Deletes the integration with its secrets. Throws 404. */
  remove(ctx: RequestContext, id: string): Promise<void>;
  /** Calls the service desk and writes nothing there. Throws 404, and 409 while the integration is not active. */
  test(ctx: RequestContext, id: string): Promise<TestOutcome>;
}
