import { createLazyKnowledge } from "../../src/features/software/identify/index.ts";

/** The built-in knowledge, read once by all that a test file makes: nothing writes to it. */
export const sharedKnowledge = createLazyKnowledge();
