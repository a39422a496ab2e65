import { createPublicKey, type KeyObject } from "node:crypto";
import { invalidField } from "../../errors.ts";
import type { Egress } from "../../platform/outside/egress.ts";
import { givenAddressFault } from "../../platform/outside/given-address.ts";
import { type Credentials, INTEGRATION_LIMITS, type Inbound } from "./integration.model.ts";
import type { CredentialsChange, InboundChange } from "./integrations.verbs.ts";

/** The parts of an integration that hold addresses. */
export interface GivenAddresses {
  baseUrl?: string | undefined;
  accountUrl?: string | null | undefined;
  credentials?: CredentialsChange | undefined;
  inbound?: InboundChange | undefined;
}

/** Throws 400 for an address that may not be called, naming its field. */
export async function checkAddresses(given: GivenAddresses, egress: Egress): Promise<void> {
  const check = (field: string, text: string | null | undefined) => {
    const fault = text == null ? undefined : givenAddressFault(text, egress, INTEGRATION_LIMITS.address);
    if (fault !== undefined) throw invalidField(field, fault);
  };
  const { baseUrl, accountUrl, credentials, inbound } = given;
  check("base_url", baseUrl);
  check("account_url", accountUrl);
  if (credentials?.type === "client_credentials") check("credentials.token_url", credentials.tokenUrl);
  if (inbound?.type !== "jwt" || inbound.issuer === null) return;
  check("inbound.issuer", inbound.issuer);
  const url = new URL(inbound.issuer);
  if (url.search !== "") throw invalidField("inbound.issuer", "must not have a query");
  // Who can change an answer on its way could put a key of its own among the issuer's.
  if (url.protocol === "http:" && !(await egress.isAllowed(url.hostname))) {
    throw invalidField("inbound.issuer", "must be an https:// address");
  }
}

/**
 * The credentials after a change. Given without their secret they keep the stored one, which goes to no other host.
 *
 * @param moves whether requests go to another host from now on, or no longer by https
 */
export function changedCredentials(
  before: Credentials,
  given: CredentialsChange | undefined,
  moves: boolean,
): Credentials {
  if (given !== undefined && isComplete(given)) return given;
  if (moves && before.type !== "none") {
    throw invalidField("credentials", "must be given anew when base_url names another host");
  }
  if (given === undefined || isSameHolder(before, given)) return before;
  throw invalidField(`credentials.${SECRET_OF[given.type as keyof typeof SECRET_OF]}`, "is required");
}

/** Likewise for the proof of the service desk. */
export function changedInbound(before: Inbound, given: InboundChange | undefined): Inbound {
  if (given === undefined) return before;
  if (given.type === "jwt") return given;
  if ("secret" in given) return given;
  if (before.type === given.type && before.header === given.header) return before;
  throw invalidField("inbound.secret", "is required");
}

/** Whether credentials for the one address must not be sent to the other as they are. */
export function isOtherHost(from: string, to: string): boolean {
  const [before, after] = [new URL(from), new URL(to)];
  return before.host !== after.host || (before.protocol === "https:" && after.protocol === "http:");
}

const SECRET_OF = { bearer: "token", basic: "password", client_credentials: "client_secret" } as const;

function isComplete(given: CredentialsChange): given is Credentials {
  switch (given.type) {
    case "none":
      return true;
    case "bearer":
      return "token" in given;
    case "basic":
      return "password" in given;
    case "client_credentials":
      return "clientSecret" in given;
  }
}

function isSameHolder(before: Credentials, given: CredentialsChange): boolean {
  if (before.type === "basic" && given.type === "basic") return before.username === given.username;
  if (before.type === "client_credentials" && given.type === "client_credentials") {
    return before.tokenUrl === given.tokenUrl && before.clientId === given.clientId;
  }
  return before.type === given.type;
}

/** The algorithm whose signatures a key verifies here; undefined for a key that is weak or of another kind. */
export function algorithmOf(key: KeyObject): "RS256" | "ES256" | undefined {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "rsa" && modulusLength >= 2_048) return "RS256";
  return key.asymmetricKeyType === "ec" && namedCurve === "prime256v1" ? "ES256" : undefined;
}

/**
 * A public key in PEM (SubjectPublicKeyInfo) without anything around it: people paste more than the key.
 * Undefined for any other text, also for a private key.
 */
export function publicKeyPem(text: string): string | undefined {
  const [block] = /-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----/.exec(text) ?? [];
  if (block === undefined || text.includes("PRIVATE")) return undefined;
  try {
    const key = createPublicKey(block);
    return algorithmOf(key) && key.export({ type: "spki", format: "pem" }).toString();
  } catch {
    return undefined;
  }
}
