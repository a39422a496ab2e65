import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

const A = 1;
const AAAA = 28;
const NXDOMAIN = 3;

/** What it says of a name: addresses, that it does not exist, or nothing at all. */
export type NameAnswer = readonly string[] | "unknown" | "silent";

/** A name server on this machine (RFC 1035). */
export async function createNameServer() {
  const socket = createSocket("udp4");
  const looks = { [A]: 0, [AAAA]: 0 };
  const server = {
    /** Addresses of the answers, one after the other, for any name: what DNS rebinding does. */
    answers: [] as string[][],
    /** Says it for each name, instead of `answers`. */
    answerTo: undefined as ((name: string) => NameAnswer) | undefined,
    /** For how many seconds an answer holds. */
    ttl: 0,
    /** Names that it was asked for, in order; each twice, since both families are asked for at once. */
    names: [] as string[],
    address: "",
    looks: () => Math.max(looks[A], looks[AAAA]),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (query, from) => {
    const question = query.subarray(12, endOfQuestion(query));
    const type = question.readUInt16BE(question.length - 4);
    if (type !== A && type !== AAAA) return;
    const name = nameOf(question);
    server.names.push(name);
    const next = server.answers[looks[type]++] ?? [];
    const found = server.answerTo?.(name) ?? next;
    if (found === "silent") return;
    const mine = found === "unknown" ? [] : found.filter((address) => isIPv6(address) === (type === AAAA));
    const status = found === "unknown" ? NXDOMAIN : 0;
    const response = answer(query.readUInt16BE(0), question, { type, status, ttl: server.ttl, addresses: mine });
    socket.send(response, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function endOfQuestion(query: Buffer): number {
  let at = 12;
  while (query[at] !== 0) at += query[at]! + 1;
  return at + 5;
}

function nameOf(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; question[at] !== 0; at += question[at]! + 1) {
    labels.push(question.toString("latin1", at + 1, at + 1 + question[at]!));
  }
  return labels.join(".").toLowerCase();
}

interface Answer {
  type: number;
  status: number;
  ttl: number;
  addresses: readonly string[];
}

/** Response, recursion available; each record names the question and holds an address. */
function answer(id: number, question: Buffer, { type, status, ttl, addresses }: Answer): Buffer {
  const head = Buffer.alloc(12);
  for (const [i, value] of [id, 0x8180 | status, 1, addresses.length].entries()) head.writeUInt16BE(value, i * 2);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    const record = Buffer.alloc(12);
    for (const [i, value] of [0xc00c, type, 1, 0, ttl, data.length].entries()) record.writeUInt16BE(value, i * 2);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, question, ...records]);
}

/** Of an IPv6 address only `::1` is needed. */
function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  return Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
}
