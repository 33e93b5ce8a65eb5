import type { Place } from '#contract/lookups/model'
import { saleDays } from '#contract/sale'
import { read, useStored } from '#lib/device'
import { useHydrated } from '#lib/use-hydrated'
import { addDays, foldAccents, today } from '#lib/format'
import { useQuery } from '@tanstack/react-query'
import { waitUntilSheetIsClosed } from '#ui/use-sheet'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { findPlace, foldPlace } from './find-place.ts'
import { connectionsQuery, findPlacesQuery, destinationsQuery } from './queries.ts'
import { storeRecentSearch, useRecentSearches } from './recent.ts'

/**
 * The state of the form: names of places, days as `YYYY-MM-DD` (`return` is empty for one way), and a number of
 * passengers.
 */
export interface SearchFields {
  from: string
  to: string
  date: string
  return: string
  passengers: string
}

/** How long typing must pause before the server is asked for places, ms. */
const typingRest_ms = 250

type SearchErrors = { [Name in keyof SearchFields]?: string | undefined }

const noAnswers: SearchFields = { from: '', to: '', date: '', return: '', passengers: '1' }

/** Returns the state of a search form and its submit handler. */
export function useSearch() {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const days = useSaleDays()
  const [given, setGiven] = useState(noAnswers)
  const [wrongs, setWrongs] = useState<SearchErrors>({})
  const [picked, setPicked] = useState<readonly Place[]>([])
  const answers = { ...given, date: given.date === '' ? (days.min ?? '') : given.date }
  const places = usePlaces(answers, picked)
  useLastSearch(form, (earlier) => setGiven((before) => ({ ...before, ...earlier })))

  const change = (part: Partial<SearchFields>) => {
    setGiven((before) => ({ ...before, ...part }))
    const changed = new Set(Object.keys(part))
    setWrongs((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !changed.has(name))),
    )
  }
  const answer = (name: keyof SearchFields) => (value: string) => change({ [name]: value })
  /** Fills in a place of the sheet, which may be in no list of the phone. */
  const pick = (name: 'from' | 'to', place: Place) => {
    setPicked((before) => [...before, place])
    change({ [name]: place.name })
  }
  const swap = () => setGiven((before) => ({ ...before, from: before.to, to: before.from }))
  /**
   * Opens the results of the search. Without a list of places, the browser sends the form instead, and the server reads
   * the names.
   */
  const send = async (event: FormEvent) => {
    if (places.origins.length === 0) return
    event.preventDefault()
    const { from, to } = places
    const found = wrongsOf(answers, from, to, days)
    // An error can take the focus only once it is rendered.
    flushSync(() => setWrongs(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    if (Object.keys(found).length > 0 || from === undefined || to === undefined) return
    const { return: back, ...search } = answers
    // Without its sheet, the form changes only the first day.
    const wayBack = back < search.date ? {} : { return: back }
    const passengers = Number(answers.passengers)
    storeRecentSearch({ from, to, date: answers.date, ...wayBack, passengers })
    const ends = { from: from.code, to: to.code, ...wayBack }
    await waitUntilSheetIsClosed()
    void navigate(`/bookride?${new URLSearchParams({ ...search, ...ends })}`)
  }
  return { form, answers, wrongs, days, places, change, answer, pick, swap, send }
}

/** The places of the form. `known` includes those that cannot be reached from the chosen start. */
export interface SearchPlaces {
  origins: readonly Place[]
  destinations: readonly Place[]
  known: readonly Place[]
  from: Place | undefined
  to: Place | undefined
}

function usePlaces(
  { from: fromText, to: toText }: SearchFields,
  picked: readonly Place[],
): SearchPlaces {
  const { data: all } = useQuery(connectionsQuery)
  const hydrated = useHydrated()
  const starts = (hydrated ? all?.from_cities : undefined) ?? []
  const earlier = [...picked, ...useKnownPlaces()]
  const foundHere = useFoundPlaces(fromText, starts)
  const origins = starts.length === 0 ? starts : joined(starts, foundHere, earlier)
  const from = findPlace(origins, fromText)
  const { data: reachable } = useQuery(destinationsQuery(from?.code))
  const ends = (from === undefined ? undefined : reachable) ?? all?.to_cities ?? []
  const foundThere = useFoundPlaces(toText, ends)
  // The list of destinations has only cities: only a search for trips can tell whether a bus goes to a motor park.
  const parks = joined(foundThere, earlier).filter(({ kind }) => kind === 'park')
  const destinations = joined(ends, parks).filter((place) => place.code !== from?.code)
  const known = [...(all?.to_cities ?? []), ...starts]
  return { origins, destinations, known, from, to: findPlace(destinations, toText) }
}

/** Returns the server's suggestions for the typed text after a pause, unless the text names a listed place. */
function useFoundPlaces(text: string, listed: readonly Place[]): readonly Place[] {
  const written = text.trim()
  const plain = foldAccents(written)
  const isListed = listed.some((place) => foldPlace(place).name === plain)
  const [rested, setRested] = useState('')
  useEffect(() => {
    const resting = setTimeout(setRested, typingRest_ms, isListed ? '' : written)
    return () => clearTimeout(resting)
  }, [written, isListed])
  return useQuery(findPlacesQuery(rested)).data ?? []
}

/** Returns the places of earlier searches on this phone, so that a park among them is known even without a network. */
function useKnownPlaces(): readonly Place[] {
  const searches = useRecentSearches()
  const last = useStored('location_choice')
  return [...(last ? [last] : []), ...searches]
    .flatMap(({ from, to }) => [from, to])
    .map((place) => ({ kind: 'park', city: '', state: '', ...place }))
}

/** Returns each place once, in the given order. */
function joined(...lists: (readonly Place[])[]): Place[] {
  return [
    ...new Map(
      lists
        .flat()
        .toReversed()
        .map((place) => [place.code, place]),
    ).values(),
  ].toReversed()
}

/** Returns the first and last day on sale; neither before hydration, because a prerendered page may be weeks old. */
function useSaleDays(): { min?: string; max?: string } {
  const hydrated = useHydrated()
  return hydrated ? { min: today(), max: addDays(today(), saleDays) } : {}
}

/** Restores the last search of this session. Text that was typed into the prerendered form overrides it. */
function useLastSearch(
  form: { current: HTMLFormElement | null },
  take: (earlier: Partial<SearchFields>) => void,
): void {
  const takeOnce = useEffectEvent(take)
  useEffect(() => {
    if (form.current === null) return
    const last = read('location_choice')
    const defaults = new Set(['', '1', today()])
    const entered = [...new FormData(form.current)].filter(
      ([, value]) => !defaults.has(String(value)),
    )
    const earlier: Partial<SearchFields> = {
      ...(last && { from: last.from.name, to: last.to.name, passengers: String(last.passengers) }),
      ...(last && last.date >= today() && { date: last.date, return: last.return ?? '' }),
      ...Object.fromEntries(entered),
    }
    const { date = today(), return: back = '' } = earlier
    takeOnce({ ...earlier, return: back >= date ? back : '' })
  }, [form])
}

function wrongsOf(
  answers: SearchFields,
  from: Place | undefined,
  to: Place | undefined,
  { min = '', max = '' }: { min?: string; max?: string },
): SearchErrors {
  const wrongs: SearchErrors = {}
  if (from === undefined)
    wrongs.from = answers.from === '' ? 'Where do you start?' : 'Pick a place from the list.'
  if (to === undefined) {
    wrongs.to =
      answers.to === ''
        ? 'Where do you want to go?'
        : 'No bus goes there from where you start. Pick from the list.'
  }
  if (answers.date < min) wrongs.date = 'Choose today or a later day.'
  if (answers.date > max) wrongs.date = `Tickets are sold for the next ${saleDays} days.`
  return wrongs
}
