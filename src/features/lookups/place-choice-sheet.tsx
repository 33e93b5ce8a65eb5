import type { Place } from '#contract/lookups/model'
import { PlaceSheet } from '#ui/sheets/place-sheet'
import { useMemo, useState } from 'react'
import { matchPlaces } from './match-places.ts'
import type { ListedPlace } from './city-options.ts'
import { useRecentSearches } from './recent.ts'

/**
 * The number of places that fit on a small screen. In a longer list typing is quicker, and recent places come first.
 */
const shortList = 8

const recentPlaces = 3

/** The sheet of a field with a list of places: recent ones first, then all, or those that match the typed text. */
export function PlaceChoiceSheet({
  title,
  what,
  options,
  onPick,
  onClose,
}: {
  title: string
  what: string
  options: readonly ListedPlace[]
  onPick: (code: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const places = useMemo(() => options.map((option) => toPlace(option, what)), [options, what])
  const isLong = places.length > shortList
  const searches = useRecentSearches().flatMap(({ from, to }) => [from.code, to.code])
  const recent = [...new Set(isLong ? searches : [])]
    .flatMap((searched) => places.find(({ code }) => code === searched) ?? [])
    .slice(0, recentPlaces)
  const others = { places: places.filter((place) => !recent.includes(place)) }
  const query = text.trim()
  const matches = query === '' ? undefined : matchPlaces(places, query, places.length).places
  const offered =
    recent.length === 0
      ? [others]
      : [
          { heading: 'Recent', places: recent },
          { heading: 'All', ...others },
        ]
  const groups = matches === undefined ? offered : [{ places: matches }]
  return (
    <PlaceSheet
      title={title}
      label={title}
      what={what}
      isLong={isLong}
      text={text}
      isTyped={query !== ''}
      groups={groups.map((group) => ({
        ...group,
        places: group.places.map((place) => ({ ...place, under: place.city })),
      }))}
      note={matches?.length === 0 ? `“${query}” is not in this list.` : undefined}
      onType={setText}
      onPick={onPick}
      onClose={onClose}
    />
  )
}

/** Returns the option as a place, which can be searched by its name and by what is under it. */
const toPlace = ({ value, label, under = '' }: ListedPlace, what: string): Place => ({
  code: value,
  name: label,
  kind: what === 'Counter' ? 'park' : 'city',
  city: under,
  state: under,
})
