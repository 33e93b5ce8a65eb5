import type { Place } from '#contract/lookups/model'
import { foldAccents } from '#lib/format'

/** Returns the text from each of its words to the end: `ado ekiti`, `ekiti`. */
export const listTextTails = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).map((_, index, words) => words.slice(index).join(' '))

/**
 * Returns the place that a text means: by its code or exact name (a city before a park), else by an alias. Else returns
 * the only place whose name begins with the text, or has it at the beginning of a later word; undefined for several.
 */
export function findPlace(places: readonly Place[], text: string): Place | undefined {
  const wanted = foldAccents(text.trim())
  if (wanted === '') return undefined
  const named = places.filter(({ code, name }) => [code, name].map(foldAccents).includes(wanted))
  const known = [...named, ...places.filter(({ aliases }) => aliases?.includes(wanted))]
  const close = places.filter(({ name }) =>
    listTextTails(foldAccents(name)).some((part) => part.startsWith(wanted)),
  )
  return (
    named.find(({ kind }) => kind === 'city') ??
    known[0] ??
    (close.length === 1 ? close[0] : undefined)
  )
}
