import { createLazyKnowledge } from "../../src/features/software/identify/index.ts";

/** The built-in knowledge, read once per test file and shared: it is never modified. */
export const sharedKnowledge = createLazyKnowledge();
