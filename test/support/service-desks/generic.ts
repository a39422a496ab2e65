import type { SeenRequest } from "../outside-server.ts";
import { createDesk, type Desk, jsonOf } from "./desk.ts";
import type { DeskAnswer } from "./desk-answer.ts";

export interface GenericDesk extends Desk {
  /** Bodies of the messages that counted: repeats of one `Idempotency-Key` count once. */
  messages: Record<string, unknown>[];
}

const PATH = "/hooks/change?tenant=7";

/** A stand-in for a receiver of JSON: takes `POST` at exactly one address, and says so to `OPTIONS`. */
export async function genericDesk(): Promise<GenericDesk> {
  const messages: Record<string, unknown>[] = [];
  const keys = new Set<string>();
  const take = (request: SeenRequest): DeskAnswer => {
    if (request.url !== PATH) return { status: 404, body: { message: "Not found" } };
    if (request.method === "OPTIONS") return { status: 204, headers: { allow: "OPTIONS, POST" } };
    if (request.method !== "POST") return { status: 405, headers: { allow: "OPTIONS, POST" } };
    const message = jsonOf(request);
    if (!message) return { status: 400, body: { message: "The body is no JSON object" } };
    const key = String(request.headers["idempotency-key"] ?? messages.length);
    if (!keys.has(key)) messages.push(message);
    keys.add(key);
    return { status: 202, body: { accepted: true } };
  };
  const desk = await createDesk(take, () => ({ status: 401, body: { message: "Unauthorized" } }), PATH);
  return Object.assign(desk, { messages });
}
