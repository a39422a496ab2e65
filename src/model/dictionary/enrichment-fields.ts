import type { Fields } from "./field.ts";

/** Fields of enrichment: its schedules and runs. */
export const ENRICHMENT_FIELDS: Fields = {
  "EnrichmentSchedule.name": ["Name of the enrichment", "cpe"],
  "EnrichmentSchedule.description": ["What it does", "Finds CPE names of installed software"],
  "EnrichmentSchedule.cron": ["When it runs by itself: five fields, in UTC", "27 * * * *"],
  "EnrichmentSchedule.enabled": ["Whether it runs by itself", true],
  "UpdateEnrichmentScheduleBody.enabled": ["Whether it runs by itself", true],
  batch_size: ["Items of one turn of about a second", 200],
  "EnrichmentSchedule.last_run": ["When its time came last; null before the first", "2026-01-31T08:27:00.000Z"],
  "EnrichmentSchedule.next_run": ["When its time comes; null while it is off", "2026-01-31T09:27:00.000Z"],
  "EnrichmentSchedule.last_error": ["Why its last time made no run; null if it did, or nothing was due", null],
  "EnrichmentSchedule.updated_by": ["Who changed it; null: nobody", null],
  "EnrichmentRun.name": ["What the run does", "cpe"],
  "EnrichmentRun.trigger": ["What began it", "manual"],
  "EnrichmentRun.status": ["Where it stands", "running"],
  "EnrichmentRun.progress": ["How far it is"],
  "EnrichmentRun.error": ["Why it failed, or why items did; null if nothing did", null],
  "EnrichmentRun.ended_at": ["When it ended; null until then", "2026-01-31T08:28:11.000Z"],
};
