import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { type GateReport, type ReportedError, SEPARATOR } from "./report.ts";

const MESSAGE_CHARS = 400;

/**
 * Writes the states of all tests and the times of all files, hooks and imports among them, as a GateReport to the file
 * that GATE_REPORT names. (Vitest's own JSON has neither the project of a file nor the time of its hooks.)
 */
export default class GateReporter implements Reporter {
  readonly #startedAt = new Map<string, number>();
  readonly #endedAt = new Map<string, number>();
  #root = "";

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestModuleQueued({ id }: TestModule): void {
    this.#startedAt.set(id, Date.now());
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.#endedAt.set(id, Date.now());
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const now = Date.now();
    const fileOf = ({ moduleId }: TestModule) => path.relative(this.#root, moduleId).replaceAll(path.sep, "/");
    const files = modules.map((module) => ({
      project: module.project.name,
      file: fileOf(module),
      startedAt: this.#startedAt.get(module.id) ?? now,
      endedAt: this.#endedAt.get(module.id) ?? now,
      tests: [...module.children.allTests()].map((test) => {
        const { state, errors } = test.result();
        return { name: test.fullName, state, ...(errors?.[0] && { error: messageOf(errors[0]) }) };
      }),
    }));
    const ofHooks = modules.flatMap((module): ReportedError[] => {
      const file = fileOf(module);
      const suites = [...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => ({ where: `${file}${SEPARATOR}${suite.fullName}`, message: messageOf(error) })),
      );
      return [...module.errors().map((error) => ({ where: file, message: messageOf(error) })), ...suites];
    });
    const elsewhere = unhandled.map((error) => ({ where: null, message: messageOf(error) }));
    const report: GateReport = { files, errors: [...ofHooks, ...elsewhere] };
    const target = process.env.GATE_REPORT;
    if (!target) throw new Error("GATE_REPORT names no file");
    writeFileSync(target, JSON.stringify(report));
  }
}

/** The beginning of a message and where it was thrown, on one line. */
function messageOf(error: unknown): string {
  const { message = "", stacks = [] } = (error ?? {}) as {
    message?: string;
    stacks?: { file: string; line: number }[];
  };
  const [top] = stacks;
  const place = top ? ` (${path.basename(top.file)}:${top.line})` : "";
  const text = message.replaceAll(/\s+/g, " ");
  return (text.length > MESSAGE_CHARS ? `${text.slice(0, MESSAGE_CHARS)}…` : text) + place;
}
