/**
 * The fields that a change analysis writes to a task of a service desk, as section 4 of the interface specification lists
 * them. Texts are plain text; numbers are whole: percent for risks and confidence, minutes for times.
 */
export const CHANGE_FIELDS = {
  ai_risk_level: "text",
  ai_risk_score: "number",
  ai_technical_risk: "number",
  ai_business_risk: "number",
  ai_dependency_risk: "number",
  ai_historical_risk: "number",
  ai_affected_systems: "text",
  ai_critical_impacts: "text",
  ai_affected_users: "number",
  ai_affected_services: "text",
  ai_planned_duration: "number",
  ai_risk_adjusted_time: "number",
  ai_service_downtime: "number",
  ai_recommended_window: "text",
  ai_pre_change_rec: "text",
  ai_during_change_rec: "text",
  ai_post_change_rec: "text",
  ai_summary: "text",
  ai_insights: "text",
  ai_confidence: "number",
} as const;

export type ChangeField = keyof typeof CHANGE_FIELDS;

/** Fields that depend on what may not be recorded. All others have a value in every analysis. */
export const MAYBE_UNKNOWN_FIELDS = [
  "ai_affected_systems",
  "ai_critical_impacts",
  "ai_affected_users",
  "ai_affected_services",
  "ai_planned_duration",
  "ai_risk_adjusted_time",
  "ai_service_downtime",
  "ai_recommended_window",
] as const satisfies readonly ChangeField[];

/** One value for each field; null: it cannot be known. */
export type ChangeFieldValues = {
  [F in ChangeField]:
    | ((typeof CHANGE_FIELDS)[F] extends "number" ? number : string)
    | (F extends (typeof MAYBE_UNKNOWN_FIELDS)[number] ? null : never);
};
