/** The replacement of the characters from `at` to `until`. */
export type Edit = readonly [at: number, until: number, text: string]

/** A text with these edits made; they do not overlap. */
export function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b[0] - a[0])
    .reduce((text, [at, until, insert]) => text.slice(0, at) + insert + text.slice(until), code)
}
