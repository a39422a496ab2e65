import { type Logger, pino } from "pino";

export type { Logger };

/** Members of a log line that are never written, wherever they stand. */
const REDACTED = [
  "password",
  "token",
  "refreshToken",
  "authorization",
  "apiKey",
  "api_key",
  "secret",
  "*.password",
  "*.token",
  "*.refreshToken",
  "*.authorization",
  "*.apiKey",
  "*.api_key",
  "*.secret",
];

/** JSON lines on standard output, each with time, level and message. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: "[redacted]" },
  });
}
