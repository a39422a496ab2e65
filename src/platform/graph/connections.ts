import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import neo4j, { type Driver, type Session } from "neo4j-driver";
import { newId } from "../ids.ts";
import { joinWrites } from "../join-writes.ts";
import type { Logger } from "../log.ts";
import { createSilenceWatch } from "../silence.ts";
import { isBookmarkFault } from "./faults.ts";
import { Flight } from "./flight.ts";
import type { SharedBookmarks } from "./shared-bookmarks.ts";
import { createSlots } from "./slots.ts";
import { createStillServed } from "./still-served.ts";

/** Address and credentials of Neo4j. */
export interface Neo4jConfig {
  /** `neo4j://` or `bolt://`. */
  uri: string;
  username: string;
  password: string;
  database: string;
}

export interface ConnectionOptions extends Neo4jConfig {
  log: Logger;
  poolSize?: number;
  /** Used where `neo4j://` routes to the members of a cluster, each of which may lag behind the others. */
  bookmarks?: SharedBookmarks;
}

/** Connections to Neo4j that notice a network that keeps them open but passes nothing on. */
export interface Connections {
  /** Runs the work in a session of its own. Rejects with AppError 503 once its connection is given up. */
  withSession<T>(mode: "READ" | "WRITE", work: (session: Session, flight: Flight) => Promise<T>): Promise<T>;
  /** Rejects unless the server answers. */
  greet(): Promise<void>;
  close(): Promise<void>;
}

/** A driver with its sockets. The driver itself cannot drop a connection that is in use. */
interface Generation {
  driver: Driver;
  sockets: Set<Socket>;
  flights: Set<Flight>;
  retired: boolean;
}

/** Longest that a caller waits for a free connection. */
const ACQUIRE_MS = 4_000;
const CONNECT_MS = 3_000;
const SOCKETS = "net.client.socket";

export function createConnections(options: ConnectionOptions): Connections {
  const poolSize = options.poolSize ?? 24;
  const shared = options.uri.startsWith("neo4j") ? options.bookmarks : undefined;
  const slots = createSlots(poolSize, ACQUIRE_MS);
  /** The generation that opens a socket. */
  const opening = new AsyncLocalStorage<Generation | undefined>();
  const onSocket = (message: unknown) => {
    const sockets = opening.getStore()?.sockets;
    if (!sockets) return;
    const { socket } = message as { socket: Socket };
    sockets.add(socket);
    joinWrites(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  subscribe(SOCKETS, onSocket);

  const all = new Set<Generation>();
  const begin = (size: number, uri = options.uri): Generation => {
    const generation: Generation = {
      driver: driverOf({ ...options, uri }, size),
      sockets: new Set(),
      flights: new Set(),
      retired: false,
    };
    all.add(generation);
    return generation;
  };
  const end = async (generation: Generation) => {
    all.delete(generation);
    for (const flight of generation.flights) flight.giveUp();
    // An error, since the driver takes no notice of a socket that only closes.
    for (const socket of generation.sockets) socket.destroy(new Error("the connection is given up"));
    await generation.driver.close();
  };
  /** Ends it once nobody uses it any more. */
  const retire = (generation: Generation) => {
    generation.retired = true;
    if (generation.flights.size === 0 && all.has(generation)) {
      end(generation).catch((error: Error) => options.log.debug({ error: error.message }, "closing a driver failed"));
    }
  };

  let current = begin(poolSize);
  const prefix = newId();
  let count = 0;

  const fly = async <T>(work: (driver: Driver, flight: Flight) => Promise<T>): Promise<T> => {
    const release = await slots.take();
    const generation = current;
    // What the work opens between its statements is not the driver's.
    const flight = new Flight(`${prefix}-${++count}`, (part) => opening.run(undefined, part));
    generation.flights.add(flight);
    try {
      return await Promise.race([flight.givenUp, opening.run(generation, () => work(generation.driver, flight))]);
    } finally {
      generation.flights.delete(flight);
      release();
      if (generation.retired) retire(generation);
    }
  };

  const watch = createSilenceWatch<Flight>({
    log: options.log,
    store: "Neo4j",
    all: () => [...all].flatMap(({ flights }) => [...flights]),
    stillServed: createStillServed({
      ...options,
      async withDriver(uri, work) {
        const probe = begin(1, uri);
        try {
          return await opening.run(probe, () => work(probe.driver));
        } finally {
          retire(probe);
        }
      },
    }),
    dropIdle() {
      const old = current;
      current = begin(poolSize);
      retire(old);
    },
  });
  watch.start();

  return {
    withSession: (mode, work) =>
      fly(async (driver, flight) => {
        const defaultAccessMode = mode === "READ" ? neo4j.session.READ : neo4j.session.WRITE;
        const since = (await (shared && flight.atRest(shared.latest))) ?? [];
        const session = driver.session({ database: options.database, defaultAccessMode, bookmarks: since });
        try {
          const result = await work(session, flight);
          if (mode === "WRITE") await (shared && flight.atRest(() => shared.committed(session.lastBookmarks(), since)));
          return result;
        } catch (error) {
          if (isBookmarkFault(error)) await shared?.forget();
          throw error;
        } finally {
          await session.close();
        }
      }),

    greet: () => fly(async (driver) => void (await driver.getServerInfo({ database: options.database }))),

    async close() {
      void watch.stop();
      unsubscribe(SOCKETS, onSocket);
      await Promise.all([...all].map(end));
    },
  };
}

/** Overload and absence become 503 quickly: small pool, short acquisition, no retries. */
function driverOf({ uri, username, password }: ConnectionOptions, size: number): Driver {
  return neo4j.driver(uri, neo4j.auth.basic(username, password), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: size,
    connectionAcquisitionTimeout: ACQUIRE_MS,
    connectionTimeout: CONNECT_MS,
    maxTransactionRetryTime: 0,
    telemetryDisabled: true,
    userAgent: "orrery",
  });
}
