export interface AuditFilterValues {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filters as the service takes them. Times of date fields are the viewer's. */
export function queryOf({ actor, action, target, from, to }: AuditFilterValues): Record<string, string> {
  const given = { actor, action, target, from: from && isoOf(from), to: to && isoOf(to) };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

function isoOf(moment: string): string {
  return new Date(moment).toISOString();
}
