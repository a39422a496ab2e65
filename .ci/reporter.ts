import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import type { GateReport } from "./report.ts";

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
    const files = modules.map((module) => ({
      project: module.project.name,
      file: path.relative(this.#root, module.moduleId).replaceAll(path.sep, "/"),
      startedAt: this.#startedAt.get(module.id) ?? now,
      endedAt: this.#endedAt.get(module.id) ?? now,
      tests: [...module.children.allTests()].map((test) => ({
        name: test.fullName,
        state: test.result().state,
      })),
    }));
    const broken = modules.reduce((sum, module) => sum + module.errors().length, 0);
    const report: GateReport = { files, errors: unhandled.length + broken };
    const target = process.env.GATE_REPORT;
    if (!target) throw new Error("GATE_REPORT names no file");
    writeFileSync(target, JSON.stringify(report));
  }
}
