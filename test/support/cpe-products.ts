/** A product as the CPE API 2.0 answers it. */
export function cpeProduct(cpeName: string, members: Record<string, unknown> = {}) {
  const [, , , vendor = "", product = "", version = ""] = cpeName.split(":");
  return {
    cpe: {
      deprecated: false,
      cpeName,
      cpeNameId: `id of ${cpeName}`,
      lastModified: "2024-03-01T10:00:00.000",
      created: "2020-01-01T00:00:00.000",
      titles: [{ title: `${vendor} ${product} ${version}`, lang: "en" }],
      ...members,
    },
  };
}

export function cpePage(products: unknown[], members: Record<string, unknown> = {}) {
  return {
    resultsPerPage: products.length,
    startIndex: 0,
    totalResults: products.length,
    format: "NVD_CPE",
    version: "2.0",
    timestamp: "2024-06-01T00:00:00.000",
    products,
    ...members,
  };
}
