import type { Logger } from "../log.ts";
import type { Server } from "./child.ts";

/** What both stores need to start. */
export interface StartContext {
  /** Absolute path of the home folder, whose lock is held. */
  home: string;
  password: string;
  log: Logger;
  /** Aborted when the start as a whole is given up. */
  signal: AbortSignal;
}

/** A store that answers. */
export interface Store<A> {
  address: A;
  server: Server;
}
