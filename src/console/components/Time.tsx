import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";

const MINUTE = 60_000;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 24 * 60 * MINUTE],
  ["month", 30 * 24 * 60 * MINUTE],
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** "5 minutes ago" in the viewer's zone, with the exact time on hover and for screen readers. */
export function Time({ at, fallback = "–" }: { at: string | null | undefined; fallback?: string }) {
  const now = useNow();
  if (!at) return <span>{fallback}</span>;
  const date = new Date(at);
  return (
    <Tooltip label={`${exact.format(date)} (${at})`} withArrow>
      <time dateTime={at} className="numeric">
        {relativeTo(now, date)}
      </time>
    </Tooltip>
  );
}

/** The exact time in the viewer's zone. */
export function ExactTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="numeric" title={at}>
      {exact.format(new Date(at))}
    </time>
  );
}

function relativeTo(now: number, date: Date): string {
  const difference = date.getTime() - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(difference) >= length) return relative.format(Math.round(difference / length), unit);
  }
  return difference > 1_000 ? "in seconds" : "just now";
}

/** The time, renewed twice a minute while it is shown. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
