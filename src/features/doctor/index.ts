export type { Check, Doctor, Examination, StoreState } from "./examine.ts";
export { createDoctor } from "./examine.ts";
