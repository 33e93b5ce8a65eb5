/**
 * Compares texts for sorting by their characters' codes: names without accents, codes, and instants in ISO form.
 * The first `localeCompare` loads the browser's locale data, which takes 25 ms in Chromium on a small server.
 */
export function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
