import type { Writable } from "node:stream";

/**
 * Makes a connection send at once what is written to it before the event loop goes on. A driver writes each message of a
 * transaction by itself: a system call each, which wakes the server, often on the core where the next message is written.
 */
export function joinWrites(connection: Writable): void {
  const write = connection.write.bind(connection) as (...given: unknown[]) => boolean;
  let joining = false;
  const sendAll = () => {
    joining = false;
    connection.uncork();
  };
  connection.write = (...given: unknown[]) => {
    if (!joining) {
      joining = true;
      connection.cork();
      process.nextTick(sendAll);
    }
    return write(...given);
  };
}
