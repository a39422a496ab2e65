export type * from "./query.model.ts";
