// For pipelines that write CIs of their own within a transaction: discovery, later software and services.
export { changeOf, identifierChange, writeChanges } from "./change-ci.ts";
export {
  type Fields,
  isObject,
  type Provenance,
  SOURCE_CLASSES,
  type SourceClass,
  type StoredCi,
  sameContent,
  snapshot,
} from "./ci.model.ts";
export { type CiNode, fromNode, labelsOf, toNode } from "./ci.node.ts";
export { ciNodeSchema, ciWrites, type LockedCi } from "./ci.store.ts";
export { bringBack } from "./restore-ci.ts";
