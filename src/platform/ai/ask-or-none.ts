import { type Model, ModelFault, type ModelRequest } from "./model.ts";

/**
 * Asks a model whose answer the caller can do without: undefined where there is none, or it gives no usable answer. Rejects
 * with the signal's reason, and with what is no fault of the model.
 */
export async function askOrNone<T>(
  model: Model,
  request: ModelRequest<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!model.isAvailable) return undefined;
  try {
    return (await model.ask(request, signal)).value;
  } catch (error) {
    if (error instanceof ModelFault) return undefined;
    throw error;
  }
}
