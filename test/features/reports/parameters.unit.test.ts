import { describe, expect, test } from "vitest";
import { parametersSchema } from "../../../src/features/reports/parameters/common-parameters.ts";
import { parseParameters } from "../../../src/features/reports/parameters/parse-parameters.ts";
import type { ReportTemplate } from "../../../src/features/reports/report.model.ts";

const template = { parameters: parametersSchema({}), usedParameters: ["ci_type"] } as unknown as ReportTemplate;

describe("parameters of reports", () => {
  test("lists are one, several or a comma list; types are canonical", () => {
    const given = {
      ci_type: "Virtual Machine, server,server",
      grouping: ["type", "status"],
      date_range: "last_7_days",
    };
    expect(parseParameters(template, given)).toEqual({
      parameters: {
        ci_type: ["virtual_machine", "server"],
        grouping: ["type", "status"],
        date_range: "last_7_days",
        time_zone: "UTC",
      },
      ignored: ["date_range", "grouping"],
    });
    expect(parseParameters(template, undefined)).toEqual({ parameters: { time_zone: "UTC" }, ignored: [] });
  });

  test("parsed parameters parse to the same", () => {
    const { parameters } = parseParameters(template, {
      ci_type: "a,b",
      grouping: "x",
      date_range: { from: "2026-01-01" },
    });
    expect(parseParameters(template, JSON.parse(JSON.stringify(parameters))).parameters).toEqual(parameters);
  });

  test.each([
    [{ colour: "red" }, "parameters.colour"],
    [{ date_range: "whenever" }, "parameters.date_range"],
    [{ time_zone: "Mars/Olympus" }, "parameters.time_zone"],
    [{ grouping: "a,b,c,d" }, "parameters.grouping"],
    [{ ci_type: "," }, "parameters.ci_type"],
    [{ ci_type: 5 }, "parameters.ci_type"],
  ])("%o is refused by name", (given, field) => {
    expect(() => parseParameters(template, given)).toThrowError(
      expect.objectContaining({ code: "VALIDATION_ERROR", violations: [expect.objectContaining({ field })] }),
    );
  });
});
