import type { TestContext } from "vitest";
import { type TcpGate, tcpGate } from "./tcp-gate.ts";

/** The error of a store that is away. */
export const UNAVAILABLE = { code: "SERVICE_UNAVAILABLE" };

/** How the work ended, its error or undefined, and after how many milliseconds. */
export async function ending(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const began = performance.now();
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, ms: performance.now() - began };
}

/** A gate before the server of this address, and the store as `open` reaches it through the gate until the test ends. */
export async function behindGate<S extends { close(): Promise<void> }>(
  { onTestFinished }: TestContext,
  address: string,
  open: (port: number) => S,
): Promise<{ gate: TcpGate; store: S }> {
  const { hostname, port } = new URL(address);
  const gate = await tcpGate({ host: hostname, port: Number(port) });
  const store = open(gate.port);
  onTestFinished(async () => {
    await store.close();
    await gate.close();
  });
  return { gate, store };
}
