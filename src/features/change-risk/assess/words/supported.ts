import { isSupported } from "../../../../platform/ai/index.ts";
import type { RiskLevel } from "../../change-analysis.model.ts";

/** Whether a model's words say nothing that the evidence does not, and name no other level of risk. */
export function isSupportedRisk(text: string, evidence: string, level: RiskLevel): boolean {
  return isSupported(text, evidence) && !contradicts(text.normalize("NFKC"), level);
}

function contradicts(text: string, level: RiskLevel): boolean {
  const levels = "(low|medium|moderate|high|critical|no|zero|minimal)";
  const before = text.matchAll(new RegExp(`\\b${levels}(?:[- ]level)?[- ]risks?\\b`, "gi"));
  const behind = text.matchAll(
    new RegExp(`\\brisk(?: level| score)?(?: is|:| of| as|=)\\s+(?:very |only )?${levels}\\b`, "gi"),
  );
  return [...before, ...behind].some(([, word]) => word!.toLowerCase() !== level);
}
