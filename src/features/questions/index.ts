import type { Model } from "../../platform/ai/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Graph } from "../../platform/graph/graph.ts";
import type { Route } from "../../platform/http/route.ts";
import type { SendJobs } from "../../platform/jobs/jobs.ts";
import type { Postgres } from "../../platform/postgres/postgres.ts";
import type { RecordAiQuery } from "../ai-usage/index.ts";
import type { QueryVerbs } from "../query/index.ts";
import { type AskQuestion, createAskQuestion } from "./ask-question.ts";
import { questionJobRefs } from "./job-refs.ts";
import { createModelReader } from "./model-reader.ts";
import type { ReaderName } from "./questions.model.ts";
import { questionV1Routes } from "./questions.v1.ts";
import { createReadInWords, type ReadInWords } from "./read-in-words.ts";
import { createFindNamedCis, type FindNamedCis } from "./vocabulary/find-named-cis.ts";
import { createVocabularyConsumers, owedVocabularies, vocabularyJob } from "./vocabulary/keep-vocabulary.ts";
import { createLoadVocabulary } from "./vocabulary/load-vocabulary.ts";

export interface QuestionsDeps {
  graph: Graph;
  postgres: Postgres;
  jobs: SendJobs;
  model: Model;
  clock: Clock;
  query: QueryVerbs;
  recordAiQuery: RecordAiQuery;
  /** Which reader is asked first; `rules` unless set otherwise. */
  firstReader: ReaderName;
}

export type { Understood } from "./questions.model.ts";
export { LONGEST_QUESTION } from "./questions.model.ts";
export type { ReadInWords } from "./read-in-words.ts";
export type { FindNamedCis } from "./vocabulary/find-named-cis.ts";

export interface Questions extends Feature {
  /** For agents: the form of a question by rules alone, and the CIs that a text names. */
  readByRules: ReadInWords;
  findNamedCis: FindNamedCis;
  /** The form of a question, for what else is made of it. */
  readInWords: ReadInWords;
  verbs: { askQuestion: AskQuestion };
  routes: { v1: Route[] };
}

/** Questions in English, answered by the closed query form that they mean. */
export function createQuestions(deps: QuestionsDeps): Questions {
  const { clock, query, recordAiQuery, model, firstReader } = deps;
  const loadVocabulary = createLoadVocabulary(deps);
  const readByRules = createReadInWords({ query, loadVocabulary, askModel: undefined, first: "rules" });
  const readInWords = createReadInWords({
    query,
    loadVocabulary,
    askModel: model.isAvailable ? createModelReader(deps) : undefined,
    first: firstReader,
  });
  const verbs = {
    askQuestion: createAskQuestion({ recordAiQuery, clock, query, readInWords, readByRules }),
  };
  return {
    readByRules,
    findNamedCis: createFindNamedCis(loadVocabulary),
    readInWords,
    verbs,
    routes: { v1: questionV1Routes(verbs) },
    jobs: [vocabularyJob(deps)],
    jobRefs: questionJobRefs,
    owedWork: [owedVocabularies(deps)],
    consumers: createVocabularyConsumers(),
  };
}
