import type { Place } from '#contract/lookups/model'
import { foldAccents } from '#lib/format'
import { foldPlace, listTextTails } from './find-place.ts'
import { countTypos } from './count-typos.ts'

/**
 * The places that match. `is_corrected`: they match only if typing errors are allowed. `is_guess`: no name matches, and
 * these names are only somewhat similar.
 */
export interface PlaceMatches {
  places: Place[]
  is_corrected?: true
  is_guess: boolean
}

/**
 * Finds the places that match a typed text, with or without accents: by the beginning of their name, by an alias, by
 * the beginning of a word, by city or state, then by a name followed by more words (`Kano city`, `Lagos, Nigeria`).
 * Each of these groups has the order of `places`, with cities before parks. If none match, allows one or two typing
 * errors, the fewest first. If still none match, returns at most three names with three errors in a longer text: names
 * that differ even more say nothing about what the person meant.
 */
export function matchPlaces(places: readonly Place[], text: string, limit = 8): PlaceMatches {
  const wanted = foldAccents(text.trim())
  const letters = removePunctuation(wanted)
  const found = best(places, (place) => rankOf(place, wanted, letters))
  if (found.length > 0) return { places: found.slice(0, limit), is_guess: false }
  const worth = new Map(places.map((place) => [place, slipsTo(place, letters)]))
  const nearest = best(places, (place) => worth.get(place))
  const most = 2 * allowedTypos(letters) + 1
  const meant = nearest.filter((place) => (worth.get(place) ?? Infinity) <= most)
  if (meant.length > 0)
    return { places: meant.slice(0, limit), is_corrected: true, is_guess: false }
  const similar = letters.length < longText ? [] : nearest
  const alike = similar.filter((place) => (worth.get(place) ?? Infinity) <= 2 * guessedTypos)
  return { places: alike.slice(0, 3), is_guess: true }
}

/** A guess allows this many typing errors, in texts of at least this many letters. */
const guessedTypos = 3
const longText = 6

/** Returns how many typing errors are allowed in a word of `length` letters: one from three letters, two from five. */
const allowedTypos = ({ length }: string) => (length < 3 ? 0 : length < 5 ? 1 : 2)

function best(places: readonly Place[], rank: (place: Place) => number | undefined): Place[] {
  return places
    .map((place) => ({ place, rank: rank(place) ?? Infinity }))
    .filter((one) => one.rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ place }) => place)
}

function rankOf(place: Place, wanted: string, letters: string): number | undefined {
  const park = place.kind === 'park' ? 1 : 0
  const words = getSearchTerms(place)
  const isBegun = (part: string) => part.startsWith(wanted)
  if (wanted === '') return park
  if (words.name === wanted) return park
  if (isBegun(words.name)) return 2 + park
  if (place.aliases?.includes(wanted)) return 4
  if (words.parts.some(isBegun)) return 6 + park
  if (words.letters.startsWith(letters)) return 8 + park
  if (words.alias_parts.some(isBegun)) return 10
  if (isBegun(words.city)) return 12 + park
  if (words.state_parts.some(isBegun)) return 14 + park
  const isPassed = (part: string) => wanted.startsWith(`${part} `) || wanted.startsWith(`${part},`)
  return [words.name, ...(place.aliases ?? [])].some(isPassed) ? 16 + park : undefined
}

/**
 * Returns the smallest error score of a place: twice the typing errors, plus one if only the beginning of a name was
 * compared.
 */
function slipsTo(place: Place, letters: string): number {
  let least = Infinity
  for (const name of getSearchTerms(place).names) {
    const { whole, begun } = countTypos(letters, name)
    least = Math.min(least, 2 * whole, 2 * begun + 1)
  }
  return least
}

interface PlaceWords {
  name: string
  /** The name starting at each of its words. The aliases and the state are split in the same way. */
  parts: string[]
  alias_parts: string[]
  city: string
  state_parts: string[]
  /** The letters and digits of the name, without spaces. */
  letters: string
  /** Texts for which typing errors are allowed: the name, its longer words, and longer aliases. */
  names: string[]
}

/** The texts of each place in plain letters. They are computed once, because every typed letter searches all places. */
const searchTermsByPlace = new WeakMap<Place, PlaceWords>()

function getSearchTerms(place: Place): PlaceWords {
  const known = searchTermsByPlace.get(place)
  if (known !== undefined) return known
  const { aliases = [] } = place
  const { name, tails } = foldPlace(place)
  const letters = removePunctuation(name)
  const longer = [...name.split(/[^\p{L}\p{N}]+/u), ...aliases.map(removePunctuation)]
  const words = {
    name,
    parts: tails,
    alias_parts: aliases.flatMap(listTextTails),
    city: foldAccents(place.city),
    state_parts: listTextTails(foldAccents(place.state)),
    letters,
    names: [...new Set([letters, ...longer.filter(({ length }) => length > 3)])],
  }
  searchTermsByPlace.set(place, words)
  return words
}

const removePunctuation = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
