import { ADMIN } from "./service-process.ts";

export interface Answer {
  /** 0: the connection broke, or nothing was answered within `PATIENCE_MS`. */
  status: number;
  /** Milliseconds until the answer. */
  ms: number;
  headers: Headers | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  body: any;
}

/** More than the longest work may take. */
const PATIENCE_MS = 60_000;

/** The product answers within 5 s, whatever is absent; a machine that does other work adds to that. */
export const LONGEST_ANSWER_MS = 8_000;

/** The product uses a store within 10 s of its return; a machine that does other work adds to that. */
export const LONGEST_RECOVERY_MS = 15_000;

/** Speaks to a service as its administrator, whichever process answers there. */
export interface Client {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A header of the same administrator. */
  authorization(): string;
}

export async function signIn(origin: string, administrator = ADMIN): Promise<Client> {
  const answer = await ask(origin, "POST", "/v1/auth/login", administrator);
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${JSON.stringify(answer.body)}`);
  const authorization = `Bearer ${answer.body.token as string}`;
  return {
    call: (method, path, body, headers) => ask(origin, method, path, body, { authorization, ...headers }),
    authorization: () => authorization,
  };
}

export async function ask(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const started = performance.now();
  try {
    const response = await fetch(origin + path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      ms: performance.now() - started,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  } catch {
    return { status: 0, ms: performance.now() - started, headers: undefined, body: undefined };
  }
}
