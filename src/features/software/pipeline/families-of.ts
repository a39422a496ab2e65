import { mustGet } from "../../../model/must-get.ts";
import type { Fields, StoredCi } from "../../ci/index.ts";
import { familyByName, type SoftwareFamilyName } from "../engine/index.ts";
import type { Classified, SoftwareIdentifier } from "../ports.ts";
import type { AskNames } from "./ask-names.ts";
import type { FamilyAnswer, UnknownName } from "./model-questions.ts";
import type { Subject } from "./pipeline.graph.store.ts";
import { isHumanAttribute, textOf } from "./pipeline-values.ts";
import { programOf } from "./program-of.ts";

export interface FamiliesDeps {
  identifier: Pick<SoftwareIdentifier, "classify">;
  /** The model's answers for software that nothing else knows; default: none. */
  families?: Pick<AskNames<FamilyAnswer>, "answers">;
}

/** A family, and the attributes of the Software CI that record it. */
export interface FoundFamily {
  family: SoftwareFamilyName;
  values: Fields;
}

/** The family that a mapping or a person gave; undefined if it is absent or a guess. */
function statedFamily(ci: StoredCi): SoftwareFamilyName | undefined {
  const isGuess = ci.attributes.family_source === "pattern" && !isHumanAttribute(ci, "family");
  return isGuess ? undefined : familyByName(textOf(ci.attributes, "family") ?? "");
}

/** Names to ask the model about: software whose family is only a guess from its name. */
export async function unknownFamilies(
  { identifier }: Pick<FamiliesDeps, "identifier">,
  tenantId: string,
  subjects: readonly Subject[],
): Promise<UnknownName[]> {
  const unstated = subjects.map(({ ci }) => ci).filter((ci) => statedFamily(ci) === undefined);
  const classified = await identifier.classify(tenantId, unstated.map(programOf));
  return unstated.flatMap((ci, at) => (classified[at]!.isFamilyGuess ? [unknownName(ci)] : []));
}

function unknownName(ci: StoredCi): UnknownName {
  const { name, vendor } = programOf(ci);
  return { name, vendor: vendor ?? null, normalizedName: name };
}

/**
 * Families in the order of the subjects: as stated, else by the knowledge, else by the model, else guessed from the
 * name.
 */
export async function familiesOf(
  deps: FamiliesDeps,
  tenantId: string,
  subjects: readonly Subject[],
): Promise<FoundFamily[]> {
  const stated = subjects.map(({ ci }) => statedFamily(ci));
  const unstated = subjects.map(({ ci }) => ci).filter((_, at) => stated[at] === undefined);
  const classified = await deps.identifier.classify(tenantId, unstated.map(programOf));
  const guessed = unstated.filter((_, at) => classified[at]!.isFamilyGuess);
  const answers = await deps.families?.answers(tenantId, guessed.map(unknownName));
  const answerOf = new Map(guessed.map(({ id }, at) => [id, answers?.[at]]));
  const found = new Map(unstated.map((ci, at) => [ci.id, foundFamily(ci, classified[at]!, answerOf.get(ci.id))]));
  return subjects.map(({ ci }, at) => {
    const family = stated[at];
    return family === undefined ? mustGet(found, ci.id) : { family, values: { family } };
  });
}

/** Every Software CI has one of the 13 families (rule 10 in section 1 of the interface specification), also where nothing says which. */
const FALLBACK_FAMILY = "Utilities";

function foundFamily(ci: StoredCi, known: Classified, answer: FamilyAnswer | undefined): FoundFamily {
  if (known.family !== null && !known.isFamilyGuess) {
    const wasGuess = ci.attributes.family_source !== undefined;
    return { family: known.family, values: { family: known.family, ...(wasGuess && { family_source: "knowledge" }) } };
  }
  if (answer) {
    const { family, confidence } = answer;
    return { family, values: { family, family_source: "ai", family_confidence: confidence } };
  }
  // The guess from the installed name, which has more words than the product's name.
  const family = familyByName(textOf(ci.attributes, "family") ?? "") ?? known.family ?? FALLBACK_FAMILY;
  return { family, values: { family, family_source: "pattern" } };
}
