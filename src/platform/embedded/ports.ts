import { connect, createServer } from "node:net";

/** The only address on which the embedded stores listen. */
export const LOOPBACK = "127.0.0.1";

/** The wanted port of the loopback address if free, else any free one. Another process may still take it first. */
export async function freePort(wanted: number): Promise<number> {
  return (await tryListen(wanted)) ?? (await tryListen(0)) ?? wanted;
}

function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      const found = address !== null && typeof address === "object" ? address.port : undefined;
      server.close(() => resolve(found));
    });
  });
}

/** Whether something accepts connections at the address within the time. */
export function acceptsConnections(host: string, port: number, timeoutMs = 2_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const settle = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });
}
