/** Local copies of the vulnerability database's lists: filled from files, then kept up to date by a scheduled refresh. */
export type { CopiedFile, CopyStore, RefreshWindow } from "./copy-store.ts";
export { createImportFiles, type ImportOptions } from "./import-files.ts";
export { createRefresh, type Refresh } from "./refresh.ts";
