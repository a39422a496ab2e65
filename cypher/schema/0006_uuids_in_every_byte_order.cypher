// Hardware UUIDs in the form that stands for every byte order: of each of the first three fields the smaller of its two
// orders. Two identifiers may become one, with the holders of both.

MATCH (i:Identifier) WHERE i.kind = 'uuid'
WITH i, substring(i.value, 0, 8) AS low, substring(i.value, 9, 4) AS mid, substring(i.value, 14, 4) AS high, substring(i.value, 18) AS rest
WITH i, low, mid, high, rest,
     substring(low, 6, 2) + substring(low, 4, 2) + substring(low, 2, 2) + substring(low, 0, 2) AS turnedLow,
     substring(mid, 2, 2) + substring(mid, 0, 2) AS turnedMid, substring(high, 2, 2) + substring(high, 0, 2) AS turnedHigh
WITH i, CASE WHEN turnedLow < low THEN turnedLow ELSE low END + '-' + CASE WHEN turnedMid < mid THEN turnedMid ELSE mid END + '-'
     + CASE WHEN turnedHigh < high THEN turnedHigh ELSE high END + rest AS value
WHERE value <> i.value
CALL (i, value) {
  MERGE (j:Identifier {tenant: i.tenant, kind: 'uuid', value: value})
  WITH i, j
  CALL (i, j) { MATCH (c)-[:IDENTIFIED_BY]->(i) MERGE (c)-[:IDENTIFIED_BY]->(j) }
  DETACH DELETE i
} IN TRANSACTIONS OF 1000 ROWS;
