import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy to a server that can be shut and opened again, to simulate outages. */
export interface TcpGate {
  port: number;
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

export async function tcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  let isOpen = true;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (!isOpen) {
      socket.destroy();
      return;
    }
    const upstream = connect(target);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    shut() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isOpen = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
