import { XMLValidator } from "fast-xml-parser";
import { parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { renderReport } from "../../../src/features/reports/rendering/render-report.ts";
import { REPORT_FORMATS, type ReportRow } from "../../../src/features/reports/report.model.ts";
import { EVIL, NAMES, rendered, sampleContent, sampleRows } from "./sample-content.ts";

const ROWS = sampleRows(NAMES.length);

describe("CSV", () => {
  test("holds every row with what the data is as of, defused, and nothing of the run", async () => {
    const { bytes, rows } = await rendered(sampleContent(ROWS), "csv");
    const lines = parseCsv(bytes.toString(), { typeInference: false });
    expect(rows).toBe(ROWS.length);
    expect(lines[0]).toEqual(["name", "count", "at", "tags", "id", "data_as_of"]);
    expect(lines.slice(1).map(([name]) => name)).toEqual([
      "web01",
      EVIL,
      "'=1+1",
      "'\t=1",
      "'\0=1",
      "'-2 sheets",
      ...NAMES.slice(6, -1),
      "\ufffd lone",
    ]);
    expect(lines[1]?.slice(1)).toEqual(["-2", "2026-10-25T00:00:00.000Z", "a; 0", "id-0", "2026-11-22T09:30:00.000Z"]);
    expect(bytes.toString()).not.toContain("2026-11-23");
  });
});

describe("JSON", () => {
  test("holds figures, charts and rows with their types", async () => {
    const { bytes } = await rendered(sampleContent(ROWS), "json");
    const body = JSON.parse(bytes.toString());
    expect(body.report).toEqual({
      template_id: "sample",
      title: `Sample ${EVIL}`,
      parameters: { date_range: "last_7_days", time_zone: "Europe/Zurich" },
      time_zone: "Europe/Zurich",
      data_as_of: "2026-11-22T09:30:00.000Z",
    });
    expect(body.figures[1]).toMatchObject({ key: "availability", value: 99.996, unit: "%" });
    expect(body.tables[0].rows).toHaveLength(ROWS.length);
    expect(body.tables[0].rows[0]).toEqual({ ...ROWS[0], tags: ["a", 0] });
    expect(body.tables[1].rows).toEqual([]);
  });

  test.each(["csv", "json"] as const)("%s is the same for the same data, whenever it is read", async (format) => {
    const later = { readAt: "2027-01-01T00:00:00.000Z" };
    const [one, other] = [
      await rendered(sampleContent(ROWS), format),
      await rendered(sampleContent(ROWS, later), format),
    ];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });
});

describe("XLSX", () => {
  test("holds typed cells, times in the zone, a sheet for each table, and runs no formula", async () => {
    const { bytes, rows } = await rendered(sampleContent(ROWS), "xlsx");
    const { sheets } = await readXlsx(bytes, { readStyles: true });
    expect(sheets.map(({ name }) => name)).toEqual(["Things  all of them", "Empty", "Summary"]);
    const [head, first, second, third] = sheets[0]!.rows;
    expect(head).toEqual(["Name", "Count", "At", "Tags", "Id"]);
    expect(first?.slice(0, 2)).toEqual(["web01", -2]);
    // Midnight UTC on the day on which the clocks went back is two o'clock in Zurich.
    expect(first?.[2]).toEqual(new Date("2026-10-25T02:00:00.000Z"));
    expect([second?.[0], third?.[0]]).toEqual([EVIL, "'=1+1"]);
    expect(rows).toBe(ROWS.length);
    expect(sheets[0]!.freezePane).toMatchObject({ rows: 1 });
    expect(JSON.stringify(sheets[2]!.rows)).toContain("Availability");
  });

  test("a cell holds at most what Excel takes", async () => {
    const { bytes } = await rendered(sampleContent([{ name: "x".repeat(40_000) }]), "xlsx");
    const { sheets } = await readXlsx(bytes);
    expect(String(sheets[0]!.rows[1]?.[0])).toMatch(/^x{32766}…$/);
  });
});

describe("HTML", () => {
  test("is one well-formed page without script or outside resource, whatever names hold", async () => {
    const { bytes, rows } = await rendered(sampleContent(ROWS), "html");
    const page = bytes.toString();
    expect(rows).toBe(ROWS.length);
    expect(page).not.toMatch(/<script|<iframe|<link|<img|\son\w+=|javascript:|https?:\/\/(?!www\.w3\.org)/i);
    const body = page.slice(page.indexOf("<body>"), page.indexOf("</html>"));
    expect(XMLValidator.validate(body)).toBe(true);
    expect(page).toContain("&#60;script&#62;");
    expect([...page.matchAll(/<th scope="col"/g)]).toHaveLength(4);
    expect([...page.matchAll(/<th scope="row"/g)]).toHaveLength(ROWS.length);
    expect([...page.matchAll(/<svg class="chart"[^>]*role="img"/g)]).toHaveLength(4);
    expect(page).toContain("25 Oct 2026, 02:00");
    expect(page).toContain("Nothing here.");
  });

  test("ids of several pictures do not collide", async () => {
    const svg = '<svg width="9" height="9"><defs><path id="a" d="M0 0"/></defs><use href="#a"/></svg>';
    const pictures = [
      { title: "One", svg },
      { title: "Two", svg },
    ];
    const page = (await rendered(sampleContent([], { pictures }), "html")).bytes.toString();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(page).toContain('href="#p1-a"');
  });
});

describe("PDF", () => {
  const textOf = async (bytes: Buffer) => {
    const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
    return { pages: text, totalPages };
  };

  test("names every row, in several scripts, with a header and the number of pages on each page", async () => {
    const { bytes, rows } = await rendered(sampleContent(sampleRows(120)), "pdf");
    expect(rows).toBe(120);
    const { pages, totalPages } = await textOf(bytes);
    const all = pages.join("\n");
    for (const name of [
      "web01",
      EVIL,
      "=1+1",
      "Сервер",
      "Διακομιστής",
      "数据库",
      "サーバー",
      "서버",
      "Availability",
      "99.996 %",
    ])
      expect(all).toContain(name);
    expect(totalPages).toBeGreaterThan(2);
    for (const [i, page] of pages.entries()) expect(page).toMatch(new RegExp(`Page ${i + 1} of`));
    const withRows = pages.filter((page) => page.includes("web01"));
    expect(withRows.length).toBeGreaterThan(1);
    for (const page of withRows) expect(page).toContain("Tags");
    expect(all).not.toContain("□");
  });

  test("shows a box for a character that no font has, and says so", async () => {
    const { bytes } = await rendered(sampleContent([{ name: "a \u{10fffd} b", count: 1 }]), "pdf");
    const all = (await textOf(bytes)).pages.join("\n");
    expect(all).toContain("a □ b");
    expect(all).toContain("1 characters that the fonts of this document lack are shown as □");
  });

  test("carries the licence of a font that asks for it, where it embeds that font", async () => {
    const pdfWith = async (name: string) => (await rendered(sampleContent([{ name }]), "pdf")).bytes.toString("latin1");
    expect(await pdfWith("خادم")).toContain("Copyright \\(c\\) 2003 by Bitstream, Inc.");
    expect(await pdfWith("服务器")).not.toContain("Bitstream");
    expect(await pdfWith("server")).not.toContain("Bitstream");
  });

  test("lays a table on its side only where its columns need the room", async () => {
    const keys = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    const columns = keys.map((key) => ({ key, label: key, type: "text" as const }));
    const sizes = async (value: string) => {
      const main = {
        key: "t",
        title: "T",
        columns,
        rows: async function* () {
          yield [Object.fromEntries(keys.map((key) => [key, value]))];
        },
      };
      const { bytes } = await rendered({ ...sampleContent([]), tables: [main], charts: [], notes: [] }, "pdf");
      return [...bytes.toString("latin1").matchAll(/MediaBox \[0 0 ([\d.]+)/g)].map(([, width]) => Number(width));
    };
    expect(await sizes("short")).toEqual([595.28]);
    expect(await sizes("a value that is rather long")).toEqual([595.28, 841.89]);
  });

  test("a cell of 10,000 characters is cut with a mark", async () => {
    const { bytes } = await rendered(sampleContent([{ name: "word ".repeat(2_000), count: 1 }]), "pdf");
    const { pages, totalPages } = await textOf(bytes);
    expect(totalPages).toBeLessThan(4);
    expect(pages.join("\n")).toContain("…");
  });
});

test.each(["html", "pdf"] as const)("%s shows first what people look for, and no charts of nothing", async (format) => {
  const table = (title: string, shown?: "first" | "nowhere") => ({
    key: title,
    title,
    columns: [{ key: "name", label: "Name", type: "text" as const }],
    async *rows() {
      yield [{ name: `row of ${title}` }];
    },
    ...(shown && { shown }),
  });
  const tables = [table("Everything"), table("Figures again", "nowhere"), table("Most urgent", "first")];
  const empty = {
    kind: "bar" as const,
    key: "none",
    title: "Of nothing",
    summary: "",
    labels: ["a"],
    series: [{ name: "n", values: [0] }],
  };
  const { bytes } = await rendered({ ...sampleContent([]), tables, charts: [empty] }, format);
  const { text } =
    format === "pdf"
      ? await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
      : { text: bytes.toString() };
  expect(text.indexOf("row of Most urgent")).toBeGreaterThan(0);
  expect(text.indexOf("row of Everything")).toBeGreaterThan(text.indexOf("row of Most urgent"));
  expect(text).not.toContain("Figures again");
  expect(text).not.toContain("Of nothing");
});

describe.each(REPORT_FORMATS)("%s", (format) => {
  test("ends with the error of a query", async () => {
    const content = sampleContent([]);
    const main = {
      ...content.tables[0]!,
      async *rows(): AsyncGenerator<ReportRow[]> {
        yield sampleRows(1);
        throw new Error("the store went away");
      },
    };
    await expect(rendered({ ...content, tables: [main] }, format)).rejects.toThrow("the store went away");
  });

  test("ends when it is aborted", async () => {
    const controller = new AbortController();
    const onRows = () => controller.abort(new Error("no longer wanted"));
    const { bytes } = renderReport(sampleContent(sampleRows(300)), format, { signal: controller.signal, onRows });
    const read = async () => {
      for await (const piece of bytes) expect(piece.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toThrow("no longer wanted");
  });
});
