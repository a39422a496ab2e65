import type { RequestContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { QueryVerbs } from "../query/index.ts";
import type { ModelReader } from "./model-reader.ts";
import type { ReaderName, ReadInWordsAnswer, Understood } from "./questions.model.ts";
import type { QuestionClock } from "./reader/moments.ts";
import { readQuestion } from "./reader/read-question.ts";
import type { LoadVocabulary } from "./vocabulary/load-vocabulary.ts";

export interface ReadInWordsDeps {
  query: Pick<QueryVerbs, "checkQuery">;
  loadVocabulary: LoadVocabulary;
  /** Undefined without a model. */
  askModel: ModelReader | undefined;
  /** Which of the two is asked first. */
  first: ReaderName;
}

/** The form of a question under the caller's scopes. Throws 403 where these do not allow what is asked. */
export type ReadInWords = (
  ctx: RequestContext,
  question: string,
  clock: QuestionClock,
  queryId: string,
) => Promise<ReadInWordsAnswer>;

/** Reads by rules, and by a model where they do not understand and there is one; or the other way round. */
export function createReadInWords({ query, loadVocabulary, askModel, first }: ReadInWordsDeps): ReadInWords {
  return async (ctx, question, clock, queryId) => {
    const vocabulary = await loadVocabulary(ctx, question);
    const byRules = async (): Promise<Understood> =>
      checked(query, ctx, { ...readQuestion(question, vocabulary, clock), source: "rules" });
    const byModel = async (): Promise<{ read?: Understood; fellBack: boolean }> => {
      const said = await askModel?.(ctx, question, vocabulary, clock, queryId);
      if (!said) return { fellBack: askModel !== undefined };
      const read = await checked(query, ctx, said);
      return { read, fellBack: said.understood && !read.understood };
    };
    const ruled = first === "rules" ? await byRules() : undefined;
    if (ruled?.understood) return { ...ruled, fellBack: false };
    const { read, fellBack } = await byModel();
    if (read?.understood) return { ...read, fellBack };
    return { ...(ruled ?? (await byRules())), fellBack };
  };
}

/** A form that the tenant's data does not carry was not understood: a field that nothing has, a CI that is gone. */
async function checked(
  query: Pick<QueryVerbs, "checkQuery">,
  ctx: RequestContext,
  read: Understood,
): Promise<Understood> {
  if (!read.understood) return read;
  try {
    await query.checkQuery(ctx, read.form);
    return read;
  } catch (error) {
    if (!(error instanceof AppError) || !UNASKABLE.has(error.code)) throw error;
    return { understood: false, words: [], reason: reasonOf(error), source: read.source };
  }
}

const UNASKABLE: ReadonlySet<string> = new Set(["VALIDATION_ERROR", "RESOURCE_NOT_FOUND"]);

function reasonOf(error: AppError): string {
  const told = error.violations.map(({ reason }) => reason);
  return told.length > 0 ? `It cannot be asked: ${told.join("; ")}` : error.message;
}
