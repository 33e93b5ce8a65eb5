import type { Place } from '#contract/lookups/model'
import { formatKm } from '#contract/quantities'
import { type PlaceOption, PlaceSheet } from '#ui/sheets/place-sheet'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { findPlace } from './find-place.ts'
import { citiesQuery, findPlacesQuery } from './queries.ts'
import { useRecentSearches } from './recent.ts'
import { suggestPlaces, type SuggestionSource } from './suggest-places.ts'

const titles = { from: 'Where from?', to: 'Where to?' } as const
const labels = { from: 'From', to: 'To' } as const

/** The sheet of the fields From and To. Before anything is typed it offers recent and busy places, and motor parks. */
export function SearchPlaceSheet({
  field,
  text,
  isTyped,
  places,
  known,
  other,
  onType,
  onPick,
  onClose,
}: Omit<SuggestionSource, 'cities'> & {
  text: string
  isTyped: boolean
  onType: (text: string) => void
  onPick: (place: Place) => void
  onClose: () => void
}) {
  const { data: cities = [] } = useQuery(citiesQuery)
  const groups = usePlaceGroups({ field, places, other, chosen: findPlace(places, text) })
  // Show the typed text immediately, without waiting for the search and the list.
  const deferred = useDeferredValue(text.trim())
  const sought = isTyped ? deferred : ''
  const found = useMemo(
    () =>
      sought === '' ? undefined : suggestPlaces(sought, { field, places, known, other, cities }),
    [sought, field, places, known, other, cities],
  )
  const matches = found?.places.map((match) =>
    'km' in match ? toOption(match.place, `${formatKm(match.km)} away`) : toOption(match),
  )
  const offered = groups.map(({ heading, places: of }) => ({
    heading,
    places: of.map((place) => toOption(place)),
  }))
  return (
    <PlaceSheet
      title={titles[field]}
      label={labels[field]}
      text={text}
      isTyped={isTyped}
      groups={matches === undefined ? offered : matches.length > 0 ? [{ places: matches }] : []}
      note={found?.note}
      onType={onType}
      onPick={(code) => {
        const all = [...places, ...groups.flatMap((group) => group.places)]
        const place = all.find((one) => one.code === code)
        if (place !== undefined) onPick(place)
      }}
      onClose={onClose}
    />
  )
}

function toOption({ code, name, kind, state, city }: Place, under?: string): PlaceOption {
  const where = kind === 'park' ? ['Motor park', city].filter(Boolean).join(', ') : state
  return { code, name, kind, under: under ?? where }
}

const recentPlaces = 3
const busyPlaces = 8

/** Returns the groups of places that are offered before anything is typed; each place only once. */
function usePlaceGroups({
  field,
  places,
  other,
  chosen,
}: Pick<SuggestionSource, 'field' | 'places' | 'other'> & {
  chosen: Place | undefined
}) {
  const searches = useRecentSearches()
  const recent = searches.flatMap(
    (search) => places.find(({ code }) => code === search[field].code) ?? [],
  )
  const city = (chosen ?? recent[0])?.city ?? ''
  const { data: found = [] } = useQuery(findPlacesQuery(city))
  const offered = new Set(other === undefined ? [] : [other.code])
  const take = (list: readonly Place[], most: number) => {
    const news = list.filter(({ code }) => !offered.has(code)).slice(0, most)
    for (const { code } of news) offered.add(code)
    return news
  }
  const groups = [
    { heading: 'Recent', places: take([...new Set(recent)], recentPlaces) },
    {
      heading: 'Popular',
      places: take(
        places.filter(({ kind }) => kind === 'city'),
        busyPlaces,
      ),
    },
    {
      heading: `Motor parks in ${city}`,
      places: take(
        found.filter((place) => place.kind === 'park' && place.city === city),
        busyPlaces,
      ),
    },
  ]
  return groups.filter((group) => group.places.length > 0)
}
