import { type ChildProcess, spawn } from "node:child_process";
import { type CommandLimits, type CommandResult, type CommandRunner, CommandStopped } from "./ports.ts";

/**
 * Environment of the commands: a fixed path, so that a scan run by root starts no program that another user put on the
 * caller's path, and English output in UTC, so that dates can be parsed.
 */
const POSIX_ENVIRONMENT = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

/** Runs commands on this machine. At a limit it kills the command and its children. */
export function createCommandRunner(platform: NodeJS.Platform = process.platform): CommandRunner {
  const windows = platform === "win32";
  return {
    run(command, args, limits) {
      const child = spawn(command, args, {
        stdio: ["ignore", "pipe", "ignore"],
        windowsHide: true,
        // A process group of its own, so that its children are killed with it.
        detached: !windows,
        cwd: windows ? undefined : "/",
        ...(windows ? {} : { env: POSIX_ENVIRONMENT }),
      });
      return finished(child, command, limits, () => kill(child, windows));
    },
  };
}

function finished(child: ChildProcess, command: string, limits: CommandLimits, stop: () => void) {
  return new Promise<CommandResult>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const text = () => Buffer.concat(chunks).toString("utf8");
    const end = (settle: () => void) => {
      clearTimeout(timer);
      limits.signal?.removeEventListener("abort", onAbort);
      settle();
    };
    const stopped = (why: string) => {
      stop();
      end(() => reject(new CommandStopped(`${command} was stopped: ${why}`, text())));
    };
    const onAbort = () => stopped("the scan was cancelled");
    const timer = setTimeout(() => stopped(`it took longer than ${limits.timeoutMs / 1000} s`), limits.timeoutMs);
    limits.signal?.addEventListener("abort", onAbort, { once: true });
    if (limits.signal?.aborted) onAbort();
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.maxBytes) stopped(`it printed more than ${limits.maxBytes} bytes`);
      else chunks.push(chunk);
    });
    child.on("error", (error) => end(() => reject(error)));
    child.on("close", (code) => end(() => resolve({ stdout: text(), exitCode: code ?? -1 })));
  });
}

function kill(child: ChildProcess, windows: boolean): void {
  child.stdout?.destroy();
  if (child.pid === undefined || windows) {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The process group ended between the limit and here.
    child.kill("SIGKILL");
  }
}
