import type { Place } from '#contract/lookups/model'
import { folded } from '#lib/format'

/**
 * Places whose name, city or state begins a word with what was typed, accents or not; names that begin
 * with it come first, cities before parks. At most `limit`.
 */
export function matchPlaces(places: readonly Place[], typed: string, limit = 8): Place[] {
  const wanted = folded(typed.trim())
  const ranked = places.flatMap((place) => {
    const rank = rankOf(place, wanted)
    return rank === undefined ? [] : [{ place, rank }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank || a.place.name.localeCompare(b.place.name))
    .slice(0, limit)
    .map(({ place }) => place)
}

function rankOf(place: Place, wanted: string): number | undefined {
  const park = place.kind === 'park' ? 1 : 0
  if (wanted === '') return park
  const name = folded(place.name)
  if (name === wanted) return park
  if (name.startsWith(wanted)) return 2 + park
  if (beginsAWord(name, wanted)) return 4 + park
  if (folded(place.city).startsWith(wanted)) return byRegion + park
  return beginsAWord(folded(place.state), wanted) ? byRegion + 2 + park : undefined
}

/** From here on a place is found by its city or its state, not by its own name. */
const byRegion = 6

const beginsAWord = (text: string, wanted: string) =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .some((_, index, words) => words.slice(index).join(' ').startsWith(wanted))

/**
 * The one place that a person or an address means: its code, its exact name, or the only match.
 * Undefined when none or several could be meant.
 */
export function findPlace(places: readonly Place[], text: string): Place | undefined {
  const wanted = folded(text.trim())
  if (wanted === '') return undefined
  const named = places.filter(
    (place) => folded(place.code) === wanted || folded(place.name) === wanted,
  )
  const city = named.find((place) => place.kind === 'city')
  if (city !== undefined || named.length > 0) return city ?? named[0]
  // Who writes a state means no single place in it: Lagos is not Ẹpẹ, though both are in Lagos State.
  const close = places.filter((place) => (rankOf(place, wanted) ?? byRegion) < byRegion)
  return close.length === 1 ? close[0] : undefined
}
