export interface Alarm {
  ci: number;
  severity: "critical" | "high" | "medium" | "low";
  from: number;
  to: number;
}

export interface Change {
  id: string;
  cis: number[];
  team: number;
  kind: "restart" | "config" | "patch" | "deployment" | "upgrade" | "migration";
  category: "standard" | "normal" | "emergency";
  priority: "critical" | "high" | "medium" | "low";
  /** When the service desk asks; the plan; when the outcome is written down. */
  asked: number;
  start: number;
  end: number;
  told: number;
}

export interface Truth {
  /** Of a failure on record, by the whole causal model, before slips of the record. */
  probability: number;
  /** The same with all hidden causes at their mean. */
  observable: number;
  isFault: boolean;
  visibility: number;
}
