import { readFile } from "node:fs/promises";

/** The process and its children: a server, and those that work for its clients. */
export async function groupOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return [pid, ...text.split(" ").filter(Boolean).map(Number)];
}

export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
