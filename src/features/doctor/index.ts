export type { Examination } from "./examine.ts";
export { createDoctor } from "./examine.ts";
