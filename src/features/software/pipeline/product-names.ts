import type { Fields, StoredCi } from "../../ci/index.ts";
import type { Classified, SoftwareIdentifier } from "../ports.ts";
import type { AskNames } from "./ask-names.ts";
import type { ProductAnswer, UnknownName } from "./model-questions.ts";
import type { Subject } from "./pipeline.graph.store.ts";
import { isHumanAttribute, textOf } from "./pipeline-values.ts";
import { programOf } from "./program-of.ts";

/** Product, maker and family of an instance; `values` are the attributes to add, if no scan created the instance. */
export interface ProductNames {
  name: string;
  vendor: string | undefined;
  family: string | undefined;
  /** Application, library, driver ... */
  kind: string | undefined;
  isFamilyGuess: boolean;
  values: Fields;
}

export interface NamesDeps {
  identifier: Pick<SoftwareIdentifier, "classify">;
  /** The model's answers for names that nothing else knows; default: none. */
  products?: Pick<AskNames<ProductAnswer>, "answers">;
}

/** Names to ask the model about: instances whose product neither a mapping, the knowledge nor a person gives. */
export async function unknownNames(
  { identifier }: Pick<NamesDeps, "identifier">,
  tenantId: string,
  cis: readonly StoredCi[],
) {
  const classified = await identifier.classify(tenantId, cis.map(programOf));
  return cis.flatMap((ci, at) => unknownName(ci, classified[at]!) ?? []);
}

function unknownName(ci: StoredCi, { isSoftwareGuess, normalizedName }: Classified): UnknownName | undefined {
  if (!isSoftwareGuess || ci.attributes.mapping_id !== undefined || isHumanAttribute(ci, "software_name")) {
    return undefined;
  }
  const { name, vendor } = programOf(ci);
  return { name, vendor: vendor ?? null, normalizedName };
}

/**
 * Product names in the order of the subjects: the model's answer for unknown names, else as recorded by the scan or a
 * person, else as classified.
 */
export async function productNamesOf(
  deps: NamesDeps,
  tenantId: string,
  subjects: readonly Subject[],
): Promise<ProductNames[]> {
  const classified = await deps.identifier.classify(
    tenantId,
    subjects.map(({ ci }) => programOf(ci)),
  );
  const questions = subjects.map(({ ci }, at) => unknownName(ci, classified[at]!));
  const unknown = questions.filter((name) => name !== undefined);
  const given = (await deps.products?.answers(tenantId, unknown)) ?? [];
  const answers = questions.map((name) => (name === undefined ? undefined : given.shift()));
  const answered = await namesByModel(deps, tenantId, subjects, answers);
  return subjects.map(({ ci }, at) => answered.get(at) ?? recordedNames(ci, classified[at]!));
}

/** Product names from the model's answers, by index; if the knowledge has the answered product, with its data. */
async function namesByModel(
  { identifier }: NamesDeps,
  tenantId: string,
  subjects: readonly Subject[],
  answers: readonly (ProductAnswer | undefined)[],
): Promise<Map<number, ProductNames>> {
  const places = answers.flatMap((answer, at) => (answer ? [{ at, answer, ci: subjects[at]!.ci }] : []));
  const products = await identifier.classify(
    tenantId,
    places.map(({ answer: { name, vendor }, ci }) => ({
      name,
      vendor: vendor ?? undefined,
      platform: programOf(ci).platform,
    })),
  );
  return new Map(
    places.map(({ at, answer, ci }, place) => {
      const known = products[place]!;
      const software = known.isSoftwareGuess ? answer : known.software;
      // The installed name has more words to guess the family from than the product's name.
      const recorded = known.isFamilyGuess ? textOf(ci.attributes, "software_family") : undefined;
      const named = {
        name: software.name,
        vendor: software.vendor ?? undefined,
        family: recorded ?? known.family ?? undefined,
        kind: known.kind,
      };
      const values = {
        software_name: named.name,
        ...(named.vendor !== undefined && { software_vendor: named.vendor }),
        ...(named.family !== undefined && { software_family: named.family }),
        software_kind: named.kind,
        normalized_name: textOf(ci.attributes, "normalized_name") ?? known.normalizedName,
        identified_by: "ai",
        identification_confidence: answer.confidence,
      };
      return [at, { ...named, isFamilyGuess: known.isFamilyGuess === true, values }];
    }),
  );
}

function recordedNames(ci: StoredCi, found: Classified): ProductNames {
  const { attributes } = ci;
  const isMapped = attributes.mapping_id !== undefined;
  if (textOf(attributes, "software_name") !== undefined) {
    const [name = "", vendor, family, kind] = [
      "software_name",
      "software_vendor",
      "software_family",
      "software_kind",
    ].map((key) => textOf(attributes, key));
    const isFamilyGuess = found.isFamilyGuess === true && !isMapped && !isHumanAttribute(ci, "software_family");
    return { name, vendor, family, kind, isFamilyGuess, values: {} };
  }
  const { software, family, kind, normalizedName, mappingId } = found;
  const values = {
    software_name: software.name,
    ...(software.vendor !== null && { software_vendor: software.vendor }),
    ...(family !== null && { software_family: family }),
    software_kind: kind,
    normalized_name: normalizedName,
    ...(mappingId !== null && { mapping_id: mappingId }),
  };
  const { name, vendor } = software;
  return {
    name,
    vendor: vendor ?? undefined,
    family: family ?? undefined,
    kind,
    isFamilyGuess: found.isFamilyGuess === true,
    values,
  };
}
