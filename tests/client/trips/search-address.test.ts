import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Place } from '#contract/lookups/model'
import { TripQuery } from '#contract/trips/model'
import { withParameter, listChosenValues, withToggledValue } from '#ui/lists/url-search'
import {
  findPlaceCode,
  countTripFilters,
  filterNames,
  findPlaceName,
  parseTripSearch,
  removeTripFilters,
} from '#src/features/trips/search-params.ts'

const places: Place[] = [
  { kind: 'city', code: 'lagos', name: 'Lagos', city: 'Lagos', state: 'Lagos' },
  { kind: 'city', code: 'owerri', name: 'Ọwẹrẹ', city: 'Ọwẹrẹ', state: 'Imo' },
]
const base = 'from=lagos&to=owerri&date=2026-11-21'
const name = fc.constantFrom(...filterNames)
const value = fc.stringMatching(/^[a-z][a-z-]{0,12}$/)

test('a search is read from its address and stands in it again, unchanged', () => {
  const address = new URLSearchParams(`${base}&passengers=3&sort=price&amenity=ac,usb&page=2`)
  const search = parseTripSearch(address, places)
  expect(search).toEqual({
    from: 'lagos',
    to: 'owerri',
    date: '2026-11-21',
    passengers: '3',
    sort: 'price',
    amenity: 'ac,usb',
    page: '2',
  })
  const again = new URLSearchParams(
    Object.entries(search ?? {}).map(([key, one]) => [key, String(one)]),
  )
  expect(parseTripSearch(again, places)).toEqual(search)
  expect(TripQuery.safeParse(search).success).toBe(true)
})

test('names as people write them become codes; what nobody knows is left for the server to refuse', () => {
  expect(findPlaceCode(' OWERE ', places)).toBe('owerri')
  expect(findPlaceCode('Ọwẹrẹ', places)).toBe('owerri')
  expect(findPlaceCode('LAGOS', places)).toBe('lagos')
  expect(findPlaceCode('Atlantis', places)).toBe('atlantis')
  expect(findPlaceCode('Port Harcourt', [])).toBe('port-harcourt')
  expect(findPlaceCode('Ọwẹrẹ', [])).toBe('owere')
  expect(findPlaceCode('STOP_7', [])).toBe('STOP_7')
})

test('campaign marks and strange keys never reach the server', () => {
  const address = new URLSearchParams(`${base}&utm_source=x&fbclid=y&__proto__=z&sort=`)
  expect(parseTripSearch(address, places)).toEqual({
    from: 'lagos',
    to: 'owerri',
    date: '2026-11-21',
  })
})

test('without a place or a day there is no search', () => {
  for (const missing of ['from', 'to', 'date']) {
    const address = new URLSearchParams(base)
    address.delete(missing)
    expect(parseTripSearch(address, places)).toBeUndefined()
  }
})

test('a filter switched on and off again leaves the address as it was, on its first page', () => {
  fc.assert(
    fc.property(name, fc.uniqueArray(value, { maxLength: 4 }), value, (filter, before, one) => {
      fc.pre(!before.includes(one))
      const start = withParameter(new URLSearchParams(`${base}&page=4`), filter, before.join(','))
      const on = withToggledValue(start, filter, one)
      expect(listChosenValues(on, filter)).toEqual([...before, one])
      expect(countTripFilters(on)).toBe(before.length + 1)
      expect(on.has('page')).toBe(false)
      expect(withToggledValue(on, filter, one).toString()).toBe(start.toString())
    }),
  )
})

test('without filters the search itself stays: places, day, people, order', () => {
  const rest = `${base}&passengers=2&sort=rating`
  const filtered = new URLSearchParams(`${rest}&amenity=ac&departs=early&max_fare_kobo=100&page=3`)
  expect(countTripFilters(filtered)).toBe(3)
  expect(removeTripFilters(filtered).toString()).toBe(rest)
})

test('a place has its name; one that the phone does not know yet, the words of its address', () => {
  expect(findPlaceName('owerri', places)).toBe('Ọwẹrẹ')
  expect(findPlaceName('port-harcourt', places)).toBe('Port Harcourt')
  expect(findPlaceName('Ọwọ̀', [])).toBe('Ọwọ̀')
})
