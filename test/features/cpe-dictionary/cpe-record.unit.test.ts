import { expect, it } from "vitest";
import { readProduct } from "../../../src/platform/nvd/index.ts";
import { cpeProduct } from "../../support/cpe-products.ts";

it("readProduct reads a product with unescaped components", () => {
  expect(readProduct(cpeProduct("cpe:2.3:o:example:c\\+\\+_\\\\\\:x:-:*:*:*:*:*:*:*"))).toMatchObject({
    name: { part: "o", vendor: "example", product: "c++_\\:x", version: "-", update: "*" },
  });
});

it.each([
  "",
  "cpe:/a:example:editor",
  "cpe:2.3:a:example:editor:1.0",
  "cpe:2.3:x:example:editor:*:*:*:*:*:*:*:*",
  "cpe:2.3:*:example:editor:*:*:*:*:*:*:*:*",
  "cpe:2.3:a:*:editor:*:*:*:*:*:*:*:*",
  "cpe:2.3:a:example:-:*:*:*:*:*:*:*:*",
  "cpe:2.3:a:example::*:*:*:*:*:*:*:*",
  "cpe:2.3:a:exam ple:editor:*:*:*:*:*:*:*:*",
  "cpe:2.3:a:example:edi\u0000tor:*:*:*:*:*:*:*:*",
])("readProduct refuses an entry named %j", (name) => {
  expect(readProduct(cpeProduct(name))).toBe("cpe.cpeName: not a CPE 2.3 name of a product");
});
