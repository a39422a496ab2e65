import { AppError, type ErrorCode } from "../../../errors.ts";

/** Our error code for each code of RFC 6749 (sections 4.1.2.1 and 5.2). */
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

/** The RFC's error code for ours; any other maps to `invalid_request`. */
const NAME_OF: Partial<Record<ErrorCode, OAuthErrorName>> = {
  AUTH_FAILED: "invalid_client",
  RATE_LIMIT_EXCEEDED: "temporarily_unavailable",
  SERVICE_UNAVAILABLE: "temporarily_unavailable",
  INTERNAL_ERROR: "server_error",
};

/** A refusal with an error code of RFC 6749, answered to the caller. */
export class OAuthRefusal extends AppError {
  readonly error: OAuthErrorName;

  constructor(error: OAuthErrorName, description: string, headers: Record<string, string> = {}) {
    super(CODE_OF[error], description, { headers });
    this.error = error;
  }
}

/**
 * A refusal of an authorization request with known client and redirect address: sent there instead of shown to the
 * user.
 */
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

/** The body of an error answer (RFC 6749, section 5.2). */
export function oauthErrorBody(error: AppError): { error: string; error_description: string } {
  const name = error instanceof OAuthRefusal ? error.error : (NAME_OF[error.code] ?? "invalid_request");
  return { error: name, error_description: toErrorDescription(error.message) };
}

/** Restricts a text to the characters of `error_description`: printable ASCII without double quotes and backslashes. */
export function toErrorDescription(text: string): string {
  return text.replaceAll(/["`\\]/g, "'").replaceAll(/[^\x20-\x7e]/g, "?");
}
