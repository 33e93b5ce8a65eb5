/**
 * Works on the items one after another. A failure does not stop the others; all errors are thrown together at the end.
 */
export async function runEachDespiteFailures<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  try {
    for await (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  } catch (error) {
    // The items could not be read to their end.
    failures.push(error)
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}
