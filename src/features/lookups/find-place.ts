import type { Place } from '#contract/lookups/model'
import { foldAccents } from '#lib/format'

/** Returns the text from the start of each of its words: `ado ekiti`, `ekiti`. */
export const listTextTails = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).map((_, index, words) => words.slice(index).join(' '))

/** A place's code and name in plain letters, and its name from the start of each of its words. */
interface FoldedPlace {
  code: string
  name: string
  tails: string[]
}

const folded = new WeakMap<Place, FoldedPlace>()

/** Folds the accents of a place, once: the search form looks for its places at each change. */
export function foldPlace(place: Place): FoldedPlace {
  const known = folded.get(place)
  if (known !== undefined) return known
  const name = foldAccents(place.name)
  const made = { code: foldAccents(place.code), name, tails: listTextTails(name) }
  folded.set(place, made)
  return made
}

/**
 * Returns the place that a text means: by its code or exact name (a city before a park), else by an alias. Else returns
 * the only place whose name begins with the text, or has it at the beginning of a later word; undefined if none or
 * several do.
 */
export function findPlace(places: readonly Place[], text: string): Place | undefined {
  const wanted = foldAccents(text.trim())
  if (wanted === '') return undefined
  const named = places.filter((place) => {
    const { code, name } = foldPlace(place)
    return code === wanted || name === wanted
  })
  const known = [...named, ...places.filter(({ aliases }) => aliases?.includes(wanted))]
  const close = places.filter((place) =>
    foldPlace(place).tails.some((part) => part.startsWith(wanted)),
  )
  return (
    named.find(({ kind }) => kind === 'city') ??
    known[0] ??
    (close.length === 1 ? close[0] : undefined)
  )
}
