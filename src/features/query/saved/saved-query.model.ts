import type { QueryForm } from "../query.model.ts";

/** A query form that its owner keeps. */
export interface SavedQuery {
  id: string;
  /** The user behind whoever saved it, see `ownerOf`. */
  owner: string;
  name: string;
  description: string | null;
  form: QueryForm;
  /** Whether every user of the tenant reads it. */
  shared: boolean;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
}

export const SAVED_QUERY_LIMITS = { name: 255, description: 5_000, perOwner: 1_000 } as const;
