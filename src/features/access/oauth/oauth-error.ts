import { AppError, type ErrorCode } from "../../../errors.ts";

/** Codes of RFC 6749 (sections 4.1.2.1 and 5.2) and what they are among ours. */
const CODE_OF = {
  invalid_request: "VALIDATION_ERROR",
  invalid_client: "AUTH_FAILED",
  invalid_grant: "VALIDATION_ERROR",
  invalid_scope: "VALIDATION_ERROR",
  unauthorized_client: "VALIDATION_ERROR",
  unsupported_grant_type: "VALIDATION_ERROR",
  unsupported_response_type: "VALIDATION_ERROR",
  access_denied: "PERMISSION_DENIED",
  server_error: "INTERNAL_ERROR",
  temporarily_unavailable: "SERVICE_UNAVAILABLE",
} as const satisfies Record<string, ErrorCode>;

export type OAuthErrorName = keyof typeof CODE_OF;

/** The standard's own names of errors, by ours. What has no name there is a malformed request. */
const NAME_OF: Partial<Record<ErrorCode, OAuthErrorName>> = {
  AUTH_FAILED: "invalid_client",
  RATE_LIMIT_EXCEEDED: "temporarily_unavailable",
  SERVICE_UNAVAILABLE: "temporarily_unavailable",
  INTERNAL_ERROR: "server_error",
};

/** A refusal in the terms of RFC 6749, shown to whoever called. */
export class OAuthRefusal extends AppError {
  readonly error: OAuthErrorName;

  constructor(error: OAuthErrorName, description: string, headers: Record<string, string> = {}) {
    super(CODE_OF[error], description, { headers });
    this.error = error;
  }
}

/** A refusal of an authorization request whose client and redirect address are known: it goes there, not to the user. */
export class RedirectedRefusal extends OAuthRefusal {
  readonly redirectUri: string;
  readonly state: string | undefined;

  constructor(error: OAuthErrorName, description: string, to: { redirectUri: string; state: string | undefined }) {
    super(error, description);
    this.redirectUri = to.redirectUri;
    this.state = to.state;
  }
}

export function isOAuthErrorName(name: string): name is OAuthErrorName {
  return Object.hasOwn(CODE_OF, name);
}

/** The body of an error (RFC 6749, section 5.2), whose description has neither quotes nor backslashes nor foreign letters. */
export function oauthErrorBody(error: AppError): { error: string; error_description: string } {
  const name = error instanceof OAuthRefusal ? error.error : (NAME_OF[error.code] ?? "invalid_request");
  return { error: name, error_description: toErrorDescription(error.message) };
}

export function toErrorDescription(text: string): string {
  return text.replaceAll(/["`\\]/g, "'").replaceAll(/[^\x20-\x7e]/g, "?");
}
