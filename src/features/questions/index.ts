import type { Model } from "../../platform/ai/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { QueryVerbs } from "../query/index.ts";
import { type AskQuestion, createAskQuestion } from "./ask-question.ts";
import { createGiveFeedback, type GiveFeedback } from "./give-feedback.ts";
import { questionJobRefs } from "./job-refs.ts";
import { createModelReader } from "./model-reader.ts";
import { questionApiRoutes } from "./questions.api.ts";
import type { ReaderName } from "./questions.model.ts";
import { questionsStore } from "./questions.store.ts";
import { questionV1Routes } from "./questions.v1.ts";
import { createReadInWords, type ReadInWords } from "./read-in-words.ts";
import { owedVocabularies, vocabularyConsumers, vocabularyJob } from "./vocabulary/keep-vocabulary.ts";
import { createLoadVocabulary } from "./vocabulary/load-vocabulary.ts";

export interface QuestionsDeps {
  graph: Graph;
  postgres: Postgres;
  jobs: SendJobs;
  model: Model;
  clock: Clock;
  query: QueryVerbs;
  /** Which reader is asked first; `rules` unless set otherwise. */
  firstReader: ReaderName;
}

export interface Questions extends Feature {
  verbs: { askQuestion: AskQuestion; giveFeedback: GiveFeedback };
  /** The form of a question, for what else is made of it. */
  readInWords: ReadInWords;
  routes: { v1: Route[]; api: Route[] };
}

export { LONGEST_QUESTION } from "./questions.model.ts";
export type { ReadInWords } from "./read-in-words.ts";

/** How long questions and what was said of their answers are kept. */
const KEPT_DAYS = 90;

/** Questions in English, answered by the closed query form that they mean. */
export function createQuestions(deps: QuestionsDeps): Questions {
  const { postgres, clock, query, firstReader } = deps;
  const loadVocabulary = createLoadVocabulary(deps);
  const readInWords = createReadInWords({
    query,
    loadVocabulary,
    askModel: createModelReader(deps),
    first: firstReader,
  });
  const verbs = {
    askQuestion: createAskQuestion({ postgres, clock, query, readInWords }),
    giveFeedback: createGiveFeedback({ postgres, clock }),
  };
  return {
    verbs,
    readInWords,
    routes: { v1: questionV1Routes(verbs), api: questionApiRoutes(verbs) },
    jobs: [vocabularyJob(deps)],
    jobRefs: questionJobRefs,
    owedWork: [owedVocabularies(deps)],
    consumers: vocabularyConsumers,
    retention: {
      questions: (tenantId) => {
        const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
        return questionsStore.deleteBefore(postgres, tenantId, before);
      },
    },
  };
}
