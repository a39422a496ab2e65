import type { Logger } from "../log.ts";
import type { Server } from "./child.ts";

/** What both stores need to start. */
export interface StartContext {
  /** Absolute path of the home folder, whose lock this process holds. */
  home: string;
  password: string;
  log: Logger;
  /** Aborted when the whole start is given up. */
  signal: AbortSignal;
}

/** A store that is ready. */
export interface Store<A> {
  address: A;
  server: Server;
}
