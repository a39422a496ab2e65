// The index may hold words that CIs no longer have: after a crash it was filled in no certain order. Each start makes an index
// that is missing (`src/platform/graph/text-indexes.ts`).

DROP INDEX ci_words IF EXISTS;
