import { describe, expect, test } from "vitest";
import { isPackager, normalizeVendor } from "../../../src/features/software/engine/names/normalize-vendor.ts";

describe("normalizeVendor", () => {
  test.each([
    ["Example Systems, Inc.", "Example Systems"],
    ["Example Corporation", "Example"],
    ["Example Software GmbH & Co. KG", "Example Software"],
    ["Example, spol. s r.o.", "Example"],
    ["Example s.r.o.", "Example"],
    ["Example AB", "Example"],
    ["ООО Пример", "Пример"],
    ["Example Team <team@example.com>", "Example Team"],
    ["Example\u00ae Ltd.", "Example"],
    ["株式会社Example", "Example"],
    ["GmbH", "GmbH"],
    ["EXAMPLE CO., LTD.(Guangzhou)", "EXAMPLE"],
    ["Example (Canada) Inc.", "Example (Canada)"],
  ])("normalises %s to %s", (raw, expected) => {
    expect(normalizeVendor(raw)?.name).toBe(expected);
  });

  test.each([undefined, null, "", "None", "N/A", "unknown", " - ", "\u0000"])("returns undefined for %j", (raw) => {
    expect(normalizeVendor(raw)).toBeUndefined();
  });
});

describe("isPackager", () => {
  test("recognises maintainers and distributions", () => {
    expect(isPackager("Debian Example Maintainers", "deb")).toBe(true);
    expect(isPackager("Fedora Project", "rpm")).toBe(true);
    expect(isPackager("Example Corporation", "rpm")).toBe(false);
    expect(isPackager("Example Packaging Corporation", "windows_program")).toBe(false);
  });
});
