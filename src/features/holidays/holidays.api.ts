import { z } from "@hono/zod-openapi";
import { ok } from "../../platform/http/answers.ts";
import { defineRoute, type Route } from "../../platform/http/route.ts";
import type { GenerateHolidays } from "./generate-holidays.ts";
import { FIRST_YEAR, HOLIDAY_TYPES, LAST_YEAR, placeCode } from "./holidays.model.ts";

const year = z.int().min(FIRST_YEAR).max(LAST_YEAR).openapi({ description: "Year of the calendar", example: 2026 });

const body = z.strictObject({
  country: placeCode().openapi({
    description: "ISO 3166-1 alpha-2, or a region of ISO 3166-2, in either case",
    example: "DE",
  }),
  region: z
    .string()
    .max(6)
    .regex(/^(?:[A-Za-z]{2}-)?[A-Za-z0-9]{1,3}$/, "must be a region of ISO 3166-2, e.g. DE-BY")
    .optional()
    .openapi({
      description: "A region of the country, ISO 3166-2 with the country or without: `DE-BY` or `BY`",
      example: "DE-BY",
    }),
  year,
  language: z
    .string()
    .max(10)
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,4})?$/, "must be a language of ISO 639-1, e.g. de")
    .optional()
    .openapi({
      description: "Language of `name`, ISO 639-1; default English, also where there is no such name",
      example: "en",
    }),
});

const schema = z
  .object({
    queryId: z
      .string()
      .openapi({ description: "For feedback on the answer", example: "0198a8a0-5c1e-7000-8000-000000000011" }),
    country: z.string().openapi({ description: "As asked for, in upper case", example: "DE" }),
    region: z.string().nullable().openapi({ description: "ISO 3166-2; null: the whole country", example: "DE-BY" }),
    year,
    holidays: z
      .array(
        z.object({
          date: z.iso.date().openapi({
            description: "Local date; a holiday of several days is listed with each",
            example: "2026-01-06",
          }),
          name: z.string().openapi({ description: "In the language asked for, else in English", example: "Epiphany" }),
          localName: z
            .string()
            .openapi({ description: "In a language of the country", example: "Heilige Drei Könige" }),
          type: z.enum(HOLIDAY_TYPES).openapi({ description: "`public`: off by law", example: "public" }),
        }),
      )
      .openapi({ description: "In the order of dates" }),
    source: z
      .enum(["rules", "model"])
      .openapi({ description: "`rules`: computed from predefined rules", example: "rules" }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .openapi({ description: "Less where days follow the moon, and where a model named them", example: 0.95 }),
  })
  .openapi("HolidayCalendar");

/** Section 4 of the interface specification: holiday calendars. */
export function holidayApiRoutes(verbs: { generateHolidays: GenerateHolidays }): Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/holidays/generate",
      tags: ["AI"],
      access: { scope: "ai.use" },
      limit: "ai",
      operationId: "generateHolidays",
      summary: "Make a holiday calendar",
      description:
        "Of a country or one of its regions in a year. Predefined rules come first; a model, where one is configured, is asked " +
        "for a country that they lack. What neither knows is 404, which names the countries or regions that are known. Data of " +
        "predefined holidays: date-holidays, from Wikipedia, under CC BY-SA 3.0.",
      deadlineMs: 30_000,
      body,
      errors: ["RESOURCE_NOT_FOUND"],
      responses: { 200: { description: "The holidays", schema } },
      handle: async ({ ctx, body: input }) => ok(await verbs.generateHolidays(ctx, input)),
    }),
  ];
}
