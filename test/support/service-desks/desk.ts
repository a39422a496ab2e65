import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { outsideServer, type SeenRequest } from "../outside-server.ts";
import type { DeskAnswer } from "./desk-answer.ts";
import { createTokenEndpoint, type TokenEndpoint } from "./oauth.ts";

/** How a service desk misbehaves for one request. */
export type Fault =
  /** Answers so, and does nothing of what was asked. */
  | { answer: DeskAnswer }
  /** Breaks the connection, before or after it did what was asked. */
  | { cut: "before" | "after" }
  /** Does what was asked, and answers late. */
  | { delayMs: number }
  /** Does what was asked, and then sends a byte of an endless answer every so often. */
  | { trickleMs: number };

/** A stand-in of a service desk: an HTTP server on loopback. */
export interface Desk {
  /** The address for `base_url`. */
  base: string;
  tokenUrl: string;
  /** Requests in the order of their arrival, without those for tokens. */
  requests: SeenRequest[];
  oauth: TokenEndpoint;
  /** The next requests are answered so, one each; later ones properly again. */
  misbehave(...faults: Fault[]): void;
  close(): Promise<void>;
}

/** What each stand-in accepts besides its OAuth client. */
export const DESK_TOKEN = "desk-token-3f9c";
export const DESK_USER = { username: "orrery", password: "desk-password-71bd" };

const TOKEN_PATH = "/oauth/token";

/**
 * Starts a service desk that `handle` answers for. `handle` is called for authorized requests; `refuse` makes the answer for
 * the others.
 *
 * @param path the path of `base`
 */
export async function createDesk(
  handle: (request: SeenRequest, url: URL) => DeskAnswer,
  refuse: () => DeskAnswer,
  path = "",
): Promise<Desk> {
  const faults: Fault[] = [];
  const requests: SeenRequest[] = [];
  const oauth = createTokenEndpoint();
  const server = await outsideServer(async (request, response) => {
    response.on("error", () => {});
    if (request.url === TOKEN_PATH) return send(response, await oauth.answer(request));
    requests.push(request);
    const url = new URL(request.url, server.base);
    const answer = () => (isAuthorized(request, oauth) ? handle(request, url) : refuse());
    return misbehaved(response, faults.shift(), answer);
  });
  return {
    base: `${server.base}${path}`,
    tokenUrl: `${server.base}${TOKEN_PATH}`,
    requests,
    oauth,
    misbehave: (...next) => void faults.push(...next),
    close: server.close,
  };
}

async function misbehaved(response: ServerResponse, fault: Fault | undefined, answer: () => DeskAnswer) {
  if (!fault) return send(response, answer());
  if ("answer" in fault) return send(response, fault.answer);
  if ("cut" in fault) {
    if (fault.cut === "after") answer();
    response.destroy();
    return;
  }
  const made = answer();
  if ("trickleMs" in fault) return trickle(response, fault.trickleMs);
  await pause(fault.delayMs, undefined, { ref: false });
  send(response, made);
}

function trickle(response: ServerResponse, everyMs: number) {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), everyMs);
  response.on("close", () => clearInterval(timer));
}

function send(response: ServerResponse, { status, headers = {}, body }: DeskAnswer) {
  const isText = typeof body === "string";
  const type = isText ? "text/html; charset=utf-8" : "application/json;charset=UTF-8";
  response.writeHead(status, { ...(body === undefined ? {} : { "content-type": type }), ...headers });
  response.end(body === undefined || isText ? body : JSON.stringify(body));
}

function isAuthorized({ headers }: SeenRequest, oauth: TokenEndpoint): boolean {
  const [scheme = "", value = ""] = (headers.authorization ?? "").split(" ");
  if (scheme === "Bearer") return value === DESK_TOKEN || oauth.isValid(value);
  const { username, password } = DESK_USER;
  return scheme === "Basic" && Buffer.from(value, "base64").toString() === `${username}:${password}`;
}

/** The request's body, where it is a JSON object. */
export function jsonOf({ body }: SeenRequest): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
