import type { RequestContext } from "../../context.ts";
import type { Credentials, Inbound, Integration, Platform } from "./integration.model.ts";
import type { TestOutcome } from "./platforms/platform.model.ts";

/** An integration as callers see it: the kinds of its proofs without their secrets, and where the service desk reports. */
export interface IntegrationView extends Integration {
  credentials: CredentialsView;
  inbound: InboundView;
}

/** What may be shown: not the secrets. */
export type CredentialsView =
  | { type: "none" | "bearer" }
  | { type: "basic"; username: string }
  | { type: "client_credentials"; tokenUrl: string; clientId: string };

export type InboundView =
  | { type: "secret" | "hmac"; header: string }
  | { type: "jwt"; issuer: string | null; publicKey: string | null; audience: string };

/** What a caller chooses. */
export interface IntegrationInput
  extends Pick<
    Integration,
    "name" | "platform" | "baseUrl" | "account" | "accountUrl" | "table" | "active" | "fieldMap" | "richText"
  > {
  credentials: Credentials;
  inbound: Inbound;
}

/** Members that are undefined stay unchanged. The platform stays. */
export type IntegrationChange = { [K in keyof IntegrationInput]?: IntegrationInput[K] | undefined };

export interface IntegrationFilter {
  platform?: Platform | undefined;
  active?: boolean | undefined;
}

export interface IntegrationPageInput extends IntegrationFilter {
  order: "asc" | "desc";
  page: number;
  limit: number;
  after?: { at: Date; id: string } | undefined;
}

export interface IntegrationPage {
  items: IntegrationView[];
  total: number;
  /** Position of the last item; undefined at the end of the list. */
  next: { at: Date; id: string } | undefined;
}

/** Configured service desks of a tenant. Every verb throws 403 without `admin.settings`. */
export interface IntegrationVerbs {
  /** @param id the same for every try of one request. Throws 400 for an address that may not be called, 409 at the limit. */
  create(ctx: RequestContext, input: IntegrationInput, id?: string): Promise<IntegrationView>;
  list(ctx: RequestContext, input: IntegrationPageInput): Promise<IntegrationPage>;
  /** Throws 404. */
  get(ctx: RequestContext, id: string): Promise<IntegrationView>;
  /** Changes the given members. Throws 404, 400; credentials go to the host that they were given for and no other. */
  update(ctx: RequestContext, id: string, change: IntegrationChange): Promise<IntegrationView>;
  /** Deletes the integration with its secrets. Throws 404. */
  remove(ctx: RequestContext, id: string): Promise<void>;
  /** Calls the service desk without writing anything. Throws 404, and 409 while the integration is not active. */
  test(ctx: RequestContext, id: string): Promise<TestOutcome>;
}
