/** Failed tries after which work counts as failing for good: it is logged as an error and tried once a day. */
export const MAX_TRIES = 6;

const FIRST_SECONDS = 30;
const PARKED_SECONDS = 86_400;

/** SQL: seconds until the next try, by an expression for the number of failed tries, this one included. */
export const RETRY_SECONDS_SQL = (tries: string) =>
  `case when ${tries} >= ${MAX_TRIES} then ${PARKED_SECONDS} else ${FIRST_SECONDS} * power(2, ${tries} - 1) end`;
