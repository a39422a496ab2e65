/**
 * What the specification names and is not built yet. It may only shrink: the test fails for an entry that exists, and
 * for anything missing that is not listed. Nothing listed here has a stub.
 */
export const NOT_YET: readonly string[] = [];
