import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

const A = 1;
const AAAA = 28;

/** A name server on this machine (RFC 1035) whose answer to every name is the next of a list: what rebinding does. */
export async function createNameServer() {
  const socket = createSocket("udp4");
  const looks = { [A]: 0, [AAAA]: 0 };
  const server = {
    /** Addresses that each look finds, one look after the other; both families are asked for at once. */
    answers: [] as string[][],
    address: "",
    looks: () => Math.max(looks[A], looks[AAAA]),
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (query, from) => {
    const question = query.subarray(12, endOfQuestion(query));
    const type = question.readUInt16BE(question.length - 4);
    if (type !== A && type !== AAAA) return;
    const found = server.answers[looks[type]++] ?? [];
    const mine = found.filter((address) => isIPv6(address) === (type === AAAA));
    socket.send(answer(query.readUInt16BE(0), question, type, mine), from.port, from.address);
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

/** Response, recursion available, no error; each record names the question, lives for no time, and holds an address. */
function answer(id: number, question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const head = Buffer.alloc(12);
  for (const [i, value] of [id, 0x8180, 1, addresses.length].entries()) head.writeUInt16BE(value, i * 2);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    const record = Buffer.alloc(12);
    for (const [i, value] of [0xc00c, type, 1, 0, 0, data.length].entries()) record.writeUInt16BE(value, i * 2);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, question, ...records]);
}

/** Of an IPv6 address only `::1` is needed. */
function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  return Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
}
