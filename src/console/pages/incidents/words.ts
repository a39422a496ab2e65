/** From the worst to the mildest. */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export const STATUSES = ["open", "acknowledged", "resolved"] as const;

export type Severity = (typeof SEVERITIES)[number];
export type Status = (typeof STATUSES)[number];

/** Sections of the area, each with an address of its own. */
export const SECTIONS = [
  { label: "Incidents", to: "/incidents" },
  { label: "Events", to: "/events" },
  { label: "Maintenance", to: "/maintenance" },
];

/** What may follow on a status, with the verb that people know it by. */
export const NEXT: Record<Status, readonly { to: Status; verb: string }[]> = {
  open: [
    { to: "acknowledged", verb: "Acknowledge" },
    { to: "resolved", verb: "Resolve" },
  ],
  acknowledged: [
    { to: "resolved", verb: "Resolve" },
    { to: "open", verb: "Open again" },
  ],
  resolved: [{ to: "open", verb: "Open again" }],
};

const ACTIONS: Record<string, string> = {
  "ci.created": "was created",
  "ci.updated": "was changed",
  "ci.deleted": "was deleted",
  "ci.restored": "was restored",
  "ci.clone_detected": "was found to be a clone",
};

export const didWhat = (action: string): string => ACTIONS[action] ?? action.replace(".", " ").replaceAll("_", " ");

/** "8 events", "1 event". */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

/** How long something lasts, in its two largest units: "1 h 5 min". */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return hours % 24 ? `${days} d ${hours % 24} h` : `${days} d`;
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
