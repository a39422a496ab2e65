import { connect, type Socket } from "node:net";

/** A prepared request, and the check of its response. */
export interface LoadRequest {
  request: Buffer;
  /** Throws unless the response is correct and complete. Cheap, since it runs within the measured time. */
  check(status: number, body: Buffer): void;
}

export interface LoadOptions {
  port: number;
  /** Requests under way at once, each on a connection of its own that is kept. */
  connections: number;
  /** No request begins after this many milliseconds ... */
  forMs?: number;
  /** ... or after so many requests. */
  requests?: number;
  next: () => LoadRequest;
}

export interface LoadResult {
  requests: number;
  ms: number;
  perSecond: number;
  latenciesMs: number[];
  /** Processor time that this process took per request, in microseconds: what the client itself costs. */
  clientMicros: number;
}

const LOOPBACK = "127.0.0.1";
const IDLE_TIMEOUT_MS = 30_000;

/** The bytes of a request. A body is sent as JSON. */
export function requestOf(method: string, path: string, headers: Record<string, string>, body?: unknown): Buffer {
  const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${LOOPBACK}`, "Accept: application/json"];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (content) lines.push("Content-Type: application/json", `Content-Length: ${content.byteLength}`);
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  return content ? Buffer.concat([head, content]) : head;
}

/**
 * Sends requests over kept connections, one at a time on each, and checks every answer. Reads the answers by hand: a
 * general client costs several times what the service spends, and would be what is measured.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, forMs = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY, next } = options;
  if (forMs === Number.POSITIVE_INFINITY && requests === Number.POSITIVE_INFINITY)
    throw new Error("a load needs an end");
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const latenciesMs: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  let left = requests;
  const more = () => left > 0 && performance.now() - started < forMs;
  try {
    await Promise.all(
      sockets.map(async (socket) => {
        const exchange = exchangeOn(socket);
        while (more()) {
          left--;
          const shot = next();
          const sent = performance.now();
          const { status, body } = await exchange(shot.request);
          latenciesMs.push(performance.now() - sent);
          shot.check(status, body);
        }
      }),
    );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const done = latenciesMs.length;
  return { requests: done, ms, perSecond: (done / ms) * 1000, latenciesMs, clientMicros: (user + system) / done };
}

/** Sends one request on its own connection and parses the response as JSON. For unmeasured requests. */
export function ask<T>(port: number, method: string, path: string, headers: Record<string, string>): Promise<T> {
  return send<T>(port, requestOf(method, path, headers));
}

/** The same for a request that is ready to be sent. Throws unless the answer is one of success. */
export async function send<T>(port: number, request: Buffer): Promise<T> {
  const socket = await open(port);
  try {
    const { status, body } = await exchangeOn(socket)(request);
    if (status < 200 || status >= 300) throw new Error(`${status}: ${body.toString().slice(0, 2_000)}`);
    return JSON.parse(body.toString()) as T;
  } finally {
    socket.destroy();
  }
}

/** Throws unless the answer has that status and holds the text. */
export function expectAnswer(status: number, body: Buffer, wanted: number, text: string): void {
  if (status !== wanted || !body.includes(text)) {
    throw new Error(`expected ${wanted} with ${text}, got ${status}: ${body.toString().slice(0, 500)}`);
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, LOOPBACK);
    socket.setNoDelay(true);
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy(new Error("the service did not answer")));
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

interface Answer {
  status: number;
  body: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");

function exchangeOn(socket: Socket): (request: Buffer) => Promise<Answer> {
  let settle: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let chunks: Buffer[] = [];
  let received = 0;
  let expected: { head: number; whole: number; status: number } | undefined;
  const fail = (error: Error) => settle?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the service closed the connection")));
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.byteLength;
    expected ??= headOf(chunks.length === 1 ? chunk : Buffer.concat(chunks));
    if (!expected || received < expected.whole) return;
    const whole = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    const { head, status } = expected;
    chunks = [];
    received = 0;
    expected = undefined;
    settle?.resolve({ status, body: whole.subarray(head) });
  });
  return (request) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      socket.write(request);
    });
}

function headOf(bytes: Buffer): { head: number; whole: number; status: number } | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const text = bytes.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${text}`);
  const head = end + HEAD_END.byteLength;
  return { head, whole: head + Number(length), status: Number(text.slice(9, 12)) };
}

/** On stores just started the first plan of a statement may outlast the deadline of its request: asks again after a 503. */
export async function oncePlanned<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 10 || !String(error).includes("503")) throw error;
    }
  }
}
