import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));

interface Installed {
  name?: string;
  version?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

const installed = Object.entries(read("package-lock.json").packages as Record<string, Installed>);

test("only packages that bring the binaries of Node and Postgres run scripts at installation", () => {
  const scripted = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.replace(/^.*node_modules\//, ""));
  const allowed = Object.keys(read("package.json").allowScripts);
  expect(scripted.filter((name) => !allowed.includes(name))).toEqual([]);
});

test("an empty package takes the place of the one by which swagger-ui-dist reports installations", () => {
  const places = installed.filter(([place]) => place.includes("@scarf/"));
  expect(places).toEqual([["node_modules/@scarf/scarf", expect.objectContaining({ name: "empty-npm-package" })]]);
  expect(read("node_modules/@scarf/scarf/package.json").name).toBe("empty-npm-package");
});
