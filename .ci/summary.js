// Prints the counts of a test run as one line, and exits as the run did.
import { readFileSync } from "node:fs";

const [, , file, status] = process.argv;
let passed = 0;
let failed = 0;
let skipped = 0;
try {
  const report = JSON.parse(readFileSync(file, "utf8"));
  passed = report.numPassedTests;
  failed = report.numFailedTests;
  skipped = report.numPendingTests + report.numTodoTests;
} catch (error) {
  console.log(`the test run left no report: ${error.message}`);
}
const exit = Number(status);
// A run that failed without a failed test (a suite that could not start, an unhandled error) counts as one.
if (exit !== 0 && failed === 0) failed = 1;
if (passed === 0 && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : exit);
