import { ApiError } from "./error";
import type { components } from "./v1";

type ConsoleSession = components["schemas"]["ConsoleSession"];

/** Renewed this long before the access token expires. */
const RENEW_EARLY_MS = 60_000;
const ADDRESS = "/console/session";
/** Tells other tabs of a logout. Carries no secret. */
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("orrery-session");

export type SessionUser = ConsoleSession["user"] & { scopes: readonly string[] };

export interface Session {
  user: SessionUser;
  /** The password was generated and must be changed before anything else. */
  mustChangePassword: boolean;
}

/** Why nobody is logged in, to be said on the login page. */
export type Ended = "none" | "expired" | "logged-out";

export interface Credentials {
  email: string;
  password: string;
  totp_code?: string;
  tenant?: string;
}

interface State {
  /** In memory only: never in storage, a cookie or an address. */
  token: string;
  expiresAt: number;
  session: Session;
}

let state: State | undefined;
let ended: Ended = "none";
let renewal: Promise<State | undefined> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export const subscribeSession = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const currentSession = (): Session | undefined => state?.session;
export const whyEnded = (): Ended => ended;

channel?.addEventListener("message", ({ data }) => {
  if (data === "logged-out" && state) end("logged-out");
  if (data === "logged-in" && !state) void renew();
});

export async function login(credentials: Credentials): Promise<Session> {
  const next = await send("POST", credentials);
  channel?.postMessage("logged-in");
  return next.session;
}

let early: Promise<State | undefined> | undefined;

/** Asks for the session before the page is drawn, which then waits for the answer less. */
export function resumeEarly(): void {
  early = renew();
  // Whoever resumes hears of it.
  early.catch(() => undefined);
}

/** Tries the cookie of an earlier login. Resolves with undefined if there is none or it no longer holds. */
export async function resume(): Promise<Session | undefined> {
  const asked = early ?? renew();
  early = undefined;
  return (await asked)?.session;
}

export async function logout(): Promise<void> {
  await fetch(ADDRESS, { method: "DELETE", headers: authorization() });
  end("logged-out");
  channel?.postMessage("logged-out");
}

/** A token that holds for the next requests; undefined if nobody is logged in. Throws ApiError if the service is away. */
export async function accessToken(): Promise<string | undefined> {
  if (state && state.expiresAt - Date.now() > RENEW_EARLY_MS / 2) return state.token;
  return (await renew())?.token;
}

/** Renews after an answer 401 to `refused`, unless another request has renewed meanwhile. */
export async function tokenInsteadOf(refused: string): Promise<string | undefined> {
  return state && state.token !== refused ? state.token : (await renew())?.token;
}

/** One renewal at a time: every waiting request shares it. */
function renew(): Promise<State | undefined> {
  renewal ??= send("PUT")
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429)
        throw error;
      end(state ? "expired" : ended);
      return undefined;
    })
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

async function send(method: "POST" | "PUT", credentials?: Credentials): Promise<State> {
  const response = await fetch(ADDRESS, {
    method,
    ...(credentials && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(credentials) }),
  }).catch(() => {
    throw new ApiError(0, undefined);
  });
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw new ApiError(response.status, body, Number(response.headers.get("Retry-After")) || undefined);
  begin(body as ConsoleSession);
  return state!;
}

function begin({ token, expiresIn, user, scopes, mustChangePassword }: ConsoleSession): void {
  const lifetimeMs = expiresIn * 1_000;
  state = {
    token,
    expiresAt: Date.now() + lifetimeMs,
    session: { user: { ...user, scopes }, mustChangePassword: mustChangePassword === true },
  };
  clearTimeout(timer);
  timer = setTimeout(() => void renew().catch(() => undefined), Math.max(5_000, lifetimeMs - RENEW_EARLY_MS));
  notify();
}

function end(why: Ended): void {
  state = undefined;
  ended = why;
  clearTimeout(timer);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function authorization(): Record<string, string> {
  return state ? { Authorization: `Bearer ${state.token}` } : {};
}
