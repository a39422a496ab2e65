import { type Logger, pino } from "pino";

export type { Logger };

/** Members of a log line that are never written. */
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

/** Receives log lines as JSON text: standard output, or a formatter. */
export interface LogDestination {
  write(text: string): void;
}

/** JSON lines on standard output, each with time, level and message. */
export function createLogger(level: string, destination?: LogDestination): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED, censor: "[redacted]" },
  };
  return destination ? pino(options, destination) : pino(options);
}
