/** The largest number of errors that is counted. With more, the person means a different word. */
const maxTypos = 4

/** Rows of the distance table, allocated once. A search field has at most 64 letters. */
const rows = [new Uint8Array(80), new Uint8Array(80), new Uint8Array(80)] as const

/**
 * Counts the typing errors between a typed text and a word: an extra, missing or different letter, or two swapped ones.
 * `whole` compares with the whole word, `begun` with its most similar beginning. The result is `maxTypos` + 1 if there
 * are more errors.
 */
export function countTypos(text: string, expected: string): { whole: number; begun: number } {
  let [earlier, before, now] = rows
  const last = Math.min(expected.length, 79)
  for (let at = 0; at <= last; at += 1) before[at] = at
  let previous = 0
  for (let row = 1; row <= text.length; row += 1) {
    const letter = text.charCodeAt(row - 1)
    now[0] = row
    let least = row
    for (let at = 1, left = 0; at <= last; at += 1) {
      const other = expected.charCodeAt(at - 1)
      const changed = (before[at - 1] ?? 0) + (letter === other ? 0 : 1)
      let slips = Math.min((before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, changed)
      if (letter === left && other === previous) slips = Math.min(slips, (earlier[at - 2] ?? 0) + 1)
      now[at] = slips
      least = Math.min(least, slips)
      left = other
    }
    if (least > maxTypos) return { whole: maxTypos + 1, begun: maxTypos + 1 }
    previous = letter
    const spare = earlier
    earlier = before
    before = now
    now = spare
  }
  let begun = maxTypos + 1
  for (let at = 0; at <= last; at += 1) begun = Math.min(begun, before[at] ?? 0)
  return { whole: Math.min(before[last] ?? 0, maxTypos + 1), begun }
}
