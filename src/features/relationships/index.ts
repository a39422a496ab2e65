export { connectedToKey, type KeyPart, relatedKey, relationshipKey } from "./relationship-key.ts";
