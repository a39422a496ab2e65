import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch, type Headers } from "undici";
import { ADMIN } from "./administrator.ts";

export interface Answer {
  /** 0: the connection broke, or nothing was answered within `PATIENCE_MS`. */
  status: number;
  /** Milliseconds until the answer. */
  ms: number;
  headers: Headers | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted on, member by member
  body: any;
  /** No process listens there: the request reached none. */
  refused?: true;
}

/** More than the longest work may take. */
const PATIENCE_MS = 60_000;

/** The product answers within 5 s, whatever is absent; a machine that does other work adds to that. */
export const LONGEST_ANSWER_MS = 8_000;

/**
 * The product uses a store within 10 s of its return, which `bench/recovery.ts` measures. A small machine that restarts
 * Neo4j and plans statements anew beside other work takes several times as long: this is a deadline, not a measure.
 */
export const LONGEST_RECOVERY_MS = 30_000;

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

/** Pause after no process took a request. */
const NEXT_PROCESS_MS = 20;

/** As load balancers should: connections that are idle close here before the service, which stops, closes them there. */
const IDLE_MS = 500;
const agent = new Agent({ keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS });

/**
 * Speaks to several processes as a load balancer does: they take turns, and a request that one refused to connect goes to
 * the next, as does a GET whose connection broke (RFC 9110 section 9.2.2). `origins` are those of the moment.
 */
export async function signInAcross(origins: () => string[]): Promise<Client> {
  const { authorization } = await signIn(origins()[0]!);
  let turn = 0;
  return {
    authorization,
    async call(method, path, body, headers) {
      const started = performance.now();
      for (;;) {
        const now = origins();
        const answer = await ask(now[turn++ % now.length]!, method, path, body, {
          authorization: authorization(),
          ...headers,
        });
        const goesOn = answer.refused || (answer.status === 0 && method === "GET");
        if (!goesOn || performance.now() - started > PATIENCE_MS) return answer;
        await sleep(NEXT_PROCESS_MS);
      }
    },
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
      dispatcher: agent,
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
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    const isRefused = cause?.code === "ECONNREFUSED";
    const ms = performance.now() - started;
    return { status: 0, ms, headers: undefined, body: undefined, ...(isRefused && { refused: true }) };
  }
}
