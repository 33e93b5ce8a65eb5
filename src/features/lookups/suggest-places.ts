import type { Place } from '#contract/lookups/model'
import { findPlace } from './find-place.ts'
import { matchPlaces } from './match-places.ts'
import {
  findPosition,
  findTown,
  type ListedCity,
  listNearest,
  type NearPlace,
} from './nearest-places.ts'

/**
 * The suggestions for a typed text: places, with their distance if they are offered instead of the place that was
 * meant, and a note that explains them if needed.
 */
interface PlaceSuggestions {
  places: readonly (Place | NearPlace)[]
  note?: string
}

/** The data from which the suggestions for a field are made. */
export interface SuggestionSource {
  field: 'from' | 'to'
  places: readonly Place[]
  /** All known places, including those to which no bus goes from the chosen start. */
  known: readonly Place[]
  /** The place of the other field, if it is chosen. */
  other: Place | undefined
  cities: readonly ListedCity[]
}

/**
 * Suggests places for a typed text. If the text names a place in the city of the other field, the note says so. For a
 * place without a bus, the nearest ones by distance are offered; for an unknown place, only names that are almost the
 * same.
 */
export function suggestPlaces(text: string, source: SuggestionSource): PlaceSuggestions {
  const { places, known, other, cities } = source
  const isElsewhere = (place: Place) => other === undefined || place.city !== other.city
  const all = [...new Map([...known, ...places].map((place) => [place.code, place])).values()]
  const named = findPlace(all, text)
  const town = named === undefined ? findTown(text) : undefined
  const matches = matchPlaces(places, text)
  const found = matches.places.filter(isElsewhere)
  const isFound =
    found.length > 0 &&
    !matches.is_guess &&
    !(matches.is_corrected && town?.is_exact) &&
    (named === undefined || found.includes(named))
  if (isFound) return { places: found }
  const whole = matchPlaces(all, text)
  const meant = named ?? (town?.is_exact || whole.is_guess ? undefined : whole.places[0])
  if (meant !== undefined && !isElsewhere(meant)) {
    const areSimilar = matches.is_guess || matches.is_corrected
    return { places: areSimilar ? [] : found, note: describeSameCity(meant, source) }
  }
  const missing = meant ?? town
  if (missing === undefined) return suggestSimilar(text, found)
  const here = 'code' in missing ? findPosition(cities, missing.code) : missing
  const near = here === undefined ? [] : listNearest(here, places.filter(isElsewhere), cities)
  const note = describeMissing(missing, source)
  return { places: near, note: near.length > 0 ? `${note} The nearest places:` : note }
}

const describeSameCity = ({ city }: Place, { field }: SuggestionSource) =>
  `That is in ${city}, ${field === 'to' ? 'where you start' : 'where you are going'}.`

function describeMissing({ name, ...place }: { name: string }, { field, other }: SuggestionSource) {
  if (other === undefined || !('code' in place)) return `No bus with us stops in ${name}.`
  const [from, to] = field === 'to' ? [other.name, name] : [name, other.name]
  return `No bus goes from ${from} to ${to}.`
}

const suggestSimilar = (text: string, similar: readonly Place[]): PlaceSuggestions => ({
  places: similar,
  note: `No place is called “${text.trim()}”.${similar.length > 0 ? ' The nearest names:' : ''}`,
})
