const PATH = "/v1/reports";

/** Where the status of a report is read. */
export const statusPath = (id: string): string => `${PATH}/${id}/status`;

/** Where the file of a report is read. */
export const downloadPath = (id: string): string => `${PATH}/${id}/download`;
