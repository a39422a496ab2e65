export const REPEATS = ["day", "weekday", "week", "month", "custom"] as const;
export type Repeat = (typeof REPEATS)[number];

/** Times that most schedules have, and any cron expression beside them. */
export interface Times {
  repeat: Repeat;
  /** `HH:MM` */
  at: string;
  /** 0 is Sunday, as in cron. */
  weekday: string;
  day: string;
  cron: string;
}

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const SIMPLE = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|1-5|[0-6])$/;

export function timesOf(cron: string): Times {
  const other: Times = { repeat: "custom", at: "06:00", weekday: "1", day: "1", cron };
  const [, minute = "", hour = "", day = "", weekday = ""] = SIMPLE.exec(cron.trim().replace(/\s+/g, " ")) ?? [];
  if (minute === "" || Number(minute) > 59 || Number(hour) > 23) return other;
  const at = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (day === "*" && weekday === "*") return { ...other, at, repeat: "day" };
  if (day === "*" && weekday === "1-5") return { ...other, at, repeat: "weekday" };
  if (day === "*") return { ...other, at, repeat: "week", weekday };
  return weekday === "*" ? { ...other, at, repeat: "month", day: String(Number(day)) } : other;
}

export function cronOf({ repeat, at, weekday, day, cron }: Times): string {
  const [hour = 0, minute = 0] = at.split(":").map(Number);
  if (repeat === "custom") return cron.trim();
  if (repeat === "month") return `${minute} ${hour} ${day} * *`;
  return `${minute} ${hour} * * ${repeat === "week" ? weekday : repeat === "weekday" ? "1-5" : "*"}`;
}

/** `Every Monday at 06:00`; other expressions as they are. */
export function cronWords(cron: string): string {
  const times = timesOf(cron);
  if (times.repeat === "custom") return cron;
  if (times.repeat === "month") return `On day ${times.day} of the month at ${times.at}`;
  const day = times.repeat === "week" ? WEEKDAYS[Number(times.weekday)] : times.repeat;
  return `Every ${day} at ${times.at}`;
}
