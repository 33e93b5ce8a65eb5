/**
 * Compares texts for sorting by their characters' codes: names without accents, codes, and instants in ISO form.
 * `localeCompare` would load the browser's rules of languages first, which takes a cheap phone tens of milliseconds.
 */
export function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
