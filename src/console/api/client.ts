import createClient, { type Middleware } from "openapi-fetch";
import type { paths as ApiPaths } from "./api";
import { ApiError } from "./error";
import { accessToken, tokenInsteadOf } from "./session";
import type { paths as V1Paths } from "./v1";

/** Adds the access token, and renews it once if the service refuses it. */
async function authorizedFetch(request: Request): Promise<Response> {
  const token = await accessToken();
  if (token === undefined) throw new ApiError(401, { error: { code: "unauthorized", message: "You are logged out" } });
  const send = (bearer: string) => {
    const attempt = request.clone();
    attempt.headers.set("Authorization", `Bearer ${bearer}`);
    return fetch(attempt);
  };
  const response = await send(token).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    throw new ApiError(0, undefined);
  });
  if (response.status !== 401) return response;
  const renewed = await tokenInsteadOf(token);
  return renewed === undefined ? response : send(renewed);
}

/** Turns refusals into `ApiError`: queries and mutations only see successes. */
const throwRefusals: Middleware = {
  async onResponse({ response }) {
    if (response.ok || response.status === 304) return undefined;
    const body = await response
      .clone()
      .json()
      .catch(() => undefined);
    throw new ApiError(response.status, body, Number(response.headers.get("Retry-After")) || undefined);
  },
};

/** Lists in a query are one value, separated by commas. */
const common = {
  baseUrl: location.origin,
  fetch: authorizedFetch,
  querySerializer: { array: { style: "form", explode: false } },
} as const;

/** Operations below `/v1`. */
export const v1 = createClient<V1Paths>(common);
/** Operations below `/api`. */
export const api = createClient<ApiPaths>(common);
v1.use(throwRefusals);
api.use(throwRefusals);

/** Fetches a file or stream of the service with the session's token. Throws ApiError if it is refused. */
export async function fetchAuthorized(path: string, init?: RequestInit): Promise<Response> {
  const response = await authorizedFetch(new Request(new URL(path, location.origin), init));
  if (!response.ok) {
    throw new ApiError(response.status, await response.json().catch(() => undefined), undefined);
  }
  return response;
}

/** The body of a success. Refusals have thrown before. */
export async function bodyOf<T>(answer: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data } = await answer;
  return data as T;
}
