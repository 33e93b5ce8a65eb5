import type { Place } from '#contract/lookups/model'
import { foldAccents } from '#lib/format'

/** Returns the rest of `text` (ASCII) starting at each of its words: `ado ekiti`, `ekiti`. */
export const tokenStarts = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).map((_, index, words) => words.slice(index).join(' '))

/**
 * Returns the only place that a text can mean: by its code or exact name, else by a city's alias, else the only name
 * that begins with the text. Undefined if no place or several match.
 */
export function findPlace(places: readonly Place[], text: string): Place | undefined {
  const wanted = foldAccents(text.trim())
  if (wanted === '') return undefined
  const named = places.filter(({ code, name }) => [code, name].map(foldAccents).includes(wanted))
  const known = [...named, ...places.filter(({ aliases }) => aliases?.includes(wanted))]
  const close = places.filter(({ name }) =>
    tokenStarts(foldAccents(name)).some((part) => part.startsWith(wanted)),
  )
  return (
    named.find(({ kind }) => kind === 'city') ??
    known[0] ??
    (close.length === 1 ? close[0] : undefined)
  )
}
