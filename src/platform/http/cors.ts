/** Section 5 of the interface specification, rule 5, and the headers of the rest of the interface. */
const METHODS = ["GET", "POST", "PUT", "DELETE", "OPTIONS"] as const;
const REQUEST_HEADERS =
  "Authorization, Content-Type, X-API-Key, X-Request-ID, X-Client-Version, X-Department, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID";
const RESPONSE_HEADERS =
  "X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Reset-After, Retry-After, X-Total-Count, X-Page, X-Per-Page, X-Total-Pages, Link, ETag, Location, Idempotency-Replayed, X-API-Deprecation-Date, X-API-Deprecation-Info, X-API-Key-Expires";
const MAX_AGE = "86400";

export interface Cors {
  /** Adds the headers of an ordinary answer to a browser; none for other clients. */
  answer(origin: string | undefined, headers: Record<string, string>): void;
  /** Headers of the answer to OPTIONS on a path with these methods. */
  preflight(origin: string | undefined, methods: readonly string[]): Record<string, string>;
}

/** Cross-origin access for the given origins (`*`: all), always without the browser's credentials. */
export function createCors(origins: readonly string[]): Cors {
  const any = origins.includes("*");
  const allowed = new Set(origins);

  const allow = (origin: string | undefined, headers: Record<string, string>): boolean => {
    if (any) {
      headers["Access-Control-Allow-Origin"] = "*";
      return true;
    }
    headers.Vary = "Origin";
    if (origin === undefined || !allowed.has(origin)) return false;
    headers["Access-Control-Allow-Origin"] = origin;
    return true;
  };

  return {
    answer(origin, headers) {
      if (origin !== undefined && allow(origin, headers)) headers["Access-Control-Expose-Headers"] = RESPONSE_HEADERS;
    },
    preflight(origin, methods) {
      const headers: Record<string, string> = {};
      if (!allow(origin, headers)) return headers;
      const named = methods.includes("PATCH") ? [...METHODS, "PATCH"] : METHODS;
      headers["Access-Control-Allow-Methods"] = named.join(", ");
      headers["Access-Control-Allow-Headers"] = REQUEST_HEADERS;
      headers["Access-Control-Max-Age"] = MAX_AGE;
      return headers;
    },
  };
}
