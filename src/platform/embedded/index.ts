export { attachEmbedded } from "./attach.ts";
export {
  type EmbeddedAddresses,
  type EmbeddedOptions,
  type EmbeddedStores,
  type HostFolders,
  startEmbedded,
} from "./embedded.ts";
export { EmbeddedError } from "./errors.ts";
