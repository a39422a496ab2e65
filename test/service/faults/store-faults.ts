import { setTimeout as sleep } from "node:timers/promises";
import { type TcpGate, tcpGate } from "../../support/tcp-gate.ts";
import type { LabDisk, LabStores } from "./lab.ts";
import type { StoreName, StoreServer } from "./own-stores.ts";

/** What a fault is done to. */
export interface Victim {
  name: StoreName;
  server: Pick<StoreServer, "signal" | "gone" | "startAgain">;
  gate: TcpGate;
  disk: Pick<LabDisk, "fill" | "empty">;
}

export interface StoreFault {
  name: string;
  /** How long it lasts, in milliseconds. Faults that leave requests waiting last longer than any may wait. */
  forMs: number;
  /** Whether the store counts as missing meanwhile. */
  missing?: boolean;
  begin(victim: Victim): Promise<void> | void;
  end(victim: Victim): Promise<void> | void;
}

const WAITING_MS = 6_000;

async function restart({ server }: Victim): Promise<void> {
  await server.signal("SIGKILL");
  await server.gone();
  await server.startAgain();
}

export const STORE_FAULTS: readonly StoreFault[] = [
  {
    name: "is killed",
    forMs: 2_000,
    missing: true,
    async begin({ server }) {
      await server.signal("SIGKILL");
      await server.gone();
    },
    end: ({ server }) => server.startAgain(),
  },
  {
    name: "stands still",
    forMs: WAITING_MS,
    missing: true,
    begin: ({ server }) => server.signal("SIGSTOP"),
    end: ({ server }) => server.signal("SIGCONT"),
  },
  {
    name: "is behind a network that falls silent",
    forMs: WAITING_MS,
    missing: true,
    begin: ({ gate }) => gate.silence(),
    end: ({ gate }) => gate.open(),
  },
  {
    name: "has its connections reset again and again",
    forMs: 0,
    async begin({ gate }) {
      for (let i = 0; i < 10; i++) {
        gate.reset();
        await sleep(150);
      }
    },
    end: ({ gate }) => gate.open(),
  },
  {
    name: "has its connections reset at COMMIT",
    forMs: 2_000,
    begin: ({ gate }) => gate.resetAtCommit(),
    end: ({ gate }) => gate.open(),
  },
  {
    name: "answers a second late",
    forMs: WAITING_MS,
    begin: ({ gate }) => gate.delay(1_000),
    end: ({ gate }) => gate.open(),
  },
];

export const FULL_DISK: StoreFault = {
  name: "has a full disk",
  forMs: 2_000,
  begin: ({ disk }) => disk.fill(),
  async end(victim) {
    await victim.disk.empty();
    // It refuses to write from then on until it is started again.
    if (victim.name === "neo4j") await restart(victim);
  },
};

/** Gates to both stores of the lab, and the settings of a service that reaches them through these. */
export async function gatesTo({ neo4j, postgres, env }: Pick<LabStores, "neo4j" | "postgres" | "env">) {
  const gateTo = ({ hostname, port }: URL) => tcpGate({ host: hostname, port: Number(port) });
  const url = new URL(postgres.url);
  const gates = { neo4j: await gateTo(new URL(neo4j.uri)), postgres: await gateTo(url) };
  return {
    gates,
    env: {
      ...env,
      NEO4J_URI: `bolt://127.0.0.1:${gates.neo4j.port}`,
      DATABASE_URL: Object.assign(url, { port: String(gates.postgres.port) }).href,
    },
  };
}
