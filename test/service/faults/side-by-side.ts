/** Does the work for each item, for so many at a time. Rejects with the first failure. */
export async function sideBySide<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>, width = 8): Promise<void> {
  const left = [...items].values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
