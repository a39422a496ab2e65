import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy between a client and its server, to simulate what networks do. */
export interface TcpGate {
  port: number;
  /** Connections that are open at the moment. */
  connections(): number;
  /** Forwards from now on. Connections from a time of silence stay silent, as behind a firewall that forgot them. */
  open(): void;
  /** Closes all connections and refuses new ones. */
  shut(): void;
  /** Keeps connections open, accepts new ones, and forwards nothing. */
  silence(): void;
  /** Resets all connections; new ones are forwarded. */
  reset(): void;
  /** Resets each connection on which a COMMIT passes: by turns before it arrives, and when its answer comes. */
  resetAtCommit(): void;
  /** Forwards everything the server says so many milliseconds late. */
  delay(ms: number): void;
  /** Resets at COMMIT so far, by what became of the COMMIT. */
  resets: { unheard: number; unanswered: number };
  close(): Promise<void>;
}

type Mode = "open" | "shut" | "silent" | "reset-at-commit";

interface Link {
  client: Socket;
  server: Socket;
  forgotten: boolean;
  /** The COMMIT is through; its answer is not to be. */
  committing: boolean;
}

/** A COMMIT as a message of Postgres, and as one of Bolt with its chunk header. */
const COMMITS = [Buffer.from("Q\0\0\0\x0bcommit\0", "latin1"), Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00])];

export async function tcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  let mode: Mode = "open";
  let delayMs = 0;
  const links = new Set<Link>();
  const resets = { unheard: 0, unanswered: 0 };

  const cut = (link: Link) => {
    link.client.resetAndDestroy();
    link.server.resetAndDestroy();
  };

  const fromClient = (link: Link, chunk: Buffer) => {
    if (link.forgotten) return;
    if (mode === "reset-at-commit" && COMMITS.some((commit) => chunk.includes(commit))) {
      if (resets.unheard <= resets.unanswered) {
        resets.unheard++;
        cut(link);
        return;
      }
      link.committing = true;
    }
    link.server.write(chunk);
  };

  const fromServer = (link: Link, chunk: Buffer) => {
    if (link.forgotten) return;
    if (link.committing) {
      resets.unanswered++;
      cut(link);
      return;
    }
    if (delayMs === 0) link.client.write(chunk);
    else setTimeout(() => link.client.write(chunk), delayMs);
  };

  const server = createServer((client) => {
    if (mode === "shut") {
      client.resetAndDestroy();
      return;
    }
    const link: Link = { client, server: connect(target), forgotten: mode === "silent", committing: false };
    links.add(link);
    for (const socket of [client, link.server]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        links.delete(link);
        // Nobody hears of an end while the network is silent.
        if (!link.forgotten || socket === client) (socket === client ? link.server : client).destroy();
      });
    }
    client.on("data", (chunk) => fromClient(link, chunk));
    link.server.on("data", (chunk) => fromServer(link, chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const to = (next: Mode, each?: (link: Link) => void) => {
    mode = next;
    delayMs = 0;
    if (each) links.forEach(each);
  };
  return {
    port: (server.address() as { port: number }).port,
    connections: () => links.size,
    open: () => to("open"),
    shut: () => to("shut", cut),
    silence: () =>
      to("silent", (link) => {
        link.forgotten = true;
      }),
    reset: () => to("open", cut),
    resetAtCommit: () => to("reset-at-commit"),
    delay(ms) {
      to("open");
      delayMs = ms;
    },
    resets,
    async close() {
      for (const { client, server: upstream } of links) {
        client.destroy();
        upstream.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
