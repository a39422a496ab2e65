import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createCommandRunner } from "../../../src/features/collector/command-runner.ts";
import { createHostFiles } from "../../../src/features/collector/host-files.ts";
import { CommandStopped } from "../../../src/features/collector/index.ts";

const runner = createCommandRunner();
const LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };
const node = (script: string) => [process.execPath, ["-e", script]] as const;

describe("createCommandRunner", () => {
  it("returns output and exit code, invalid bytes replaced", async () => {
    const [command, args] = node("process.stdout.write(Buffer.from([104, 105, 0xff])); process.exitCode = 3");
    expect(await runner.run(command, args, LIMITS)).toEqual({ stdout: "hi\ufffd", exitCode: 3 });
  });
  it("runs no shell: arguments are passed unchanged", async () => {
    const result = await runner.run(process.execPath, ["-p", "process.argv[1]", "$(id); `id`"], LIMITS);
    expect(result.stdout.trim()).toBe("$(id); `id`");
  });
  it("runs in English and UTC, with the system's folders as path", async () => {
    const [command, args] = node("console.log([process.env.LC_ALL, process.env.TZ, process.env.HOME].join())");
    expect((await runner.run(command, args, LIMITS)).stdout.trim()).toBe("C,UTC,");
  });
  it("rejects a command that does not exist", async () => {
    await expect(runner.run("orrery-no-such-command", [], LIMITS)).rejects.toMatchObject({ code: "ENOENT" });
  });
  it("kills a command and its children at the time limit, and keeps its output", async () => {
    const [command, args] = node(
      "const {spawn}=require('node:child_process'); const c=spawn(process.execPath,['-e','setInterval(()=>{},1e3)']); console.log(c.pid); setInterval(()=>{},1e3)",
    );
    const stopped = await runner.run(command, args, { ...LIMITS, timeoutMs: 2_000 }).catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(CommandStopped);
    const child = Number((stopped as CommandStopped).stdout);
    expect(child).toBeGreaterThan(0);
    await expect.poll(() => isAlive(child)).toBe(false);
  });
  it("kills a command that prints too much", async () => {
    const [command, args] = node("setInterval(() => process.stdout.write('x'.repeat(65536)), 1)");
    await expect(runner.run(command, args, { ...LIMITS, maxBytes: 200_000 })).rejects.toThrow(/more than 200000 bytes/);
  });
  it("kills a command when the caller aborts", async () => {
    const controller = new AbortController();
    const [command, args] = node("setInterval(() => {}, 1000)");
    const running = runner.run(command, args, { ...LIMITS, signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toThrow(/cancelled/);
    await expect(runner.run(command, args, { ...LIMITS, signal: controller.signal })).rejects.toThrow(/cancelled/);
  });
});

/** A zombie is dead too: where nothing reaps it, its pid stays. */
async function isAlive(pid: number): Promise<boolean> {
  const status = await createHostFiles()
    .read(`/proc/${pid}/status`, 4096)
    .catch(() => undefined);
  return status !== undefined && !/^State:\s+[ZX]/m.test(status.toString());
}

describe("createHostFiles", () => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-files-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const files = createHostFiles();

  it("reads up to a limit, from any offset, also if the kernel reports no size", async () => {
    writeFileSync(join(folder, "a"), "0123456789".repeat(10_000));
    expect((await files.read(join(folder, "a"), 15)).toString()).toBe("012345678901234");
    expect(await files.read(join(folder, "a"), 1_000_000)).toHaveLength(100_000);
    expect((await files.readAt(join(folder, "a"), 99_995, 100)).toString()).toBe("56789");
    expect((await files.stat(join(folder, "a"))).size).toBe(100_000);
    await expect(files.read(join(folder, "none"), 10)).rejects.toMatchObject({ code: "ENOENT" });
  });
  it.skipIf(process.platform !== "linux")("reads files of /proc", async () => {
    expect((await files.read("/proc/self/stat", 65_536)).toString()).toContain(`${process.pid} (`);
  });
  it("reads the targets of links, and the size of the file system", async () => {
    const links = mkdtempSync(join(folder, "links-"));
    symlinkSync("socket:[1]", join(links, "3"));
    symlinkSync("/dev/null", join(links, "4"));
    expect((await files.links(links)).sort()).toEqual(["/dev/null", "socket:[1]"]);
    expect(await files.link(join(links, "3"))).toBe("socket:[1]");
    expect((await files.list(links)).sort()).toEqual(["3", "4"]);
    const { sizeBytes, freeBytes } = await files.space(folder);
    expect(sizeBytes).toBeGreaterThan(0);
    expect(freeBytes).toBeLessThanOrEqual(sizeBytes);
  });
});
