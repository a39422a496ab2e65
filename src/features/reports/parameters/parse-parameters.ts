import { invalid } from "../../../errors.ts";
import { checkValue } from "../../../platform/http/violations.ts";
import { COMMON_PARAMETERS, type ParseParameters } from "../report.model.ts";

/** Checks the parameters of a template. */
export const parseParameters: ParseParameters = (template, given = {}) => {
  const { data, violations } = checkValue(template.parameters, given, "parameters");
  if (violations) throw invalid(violations);
  const ignored = COMMON_PARAMETERS.filter((name) => name in given && !template.usedParameters.includes(name));
  return { parameters: data, ignored };
};
