import { expect, test } from 'vitest'
import type { Place } from '#contract/lookups/model'
import { findPlace } from '#src/features/lookups/find-place.ts'
import { matchPlaces } from '#src/features/lookups/match-places.ts'

const city = (code: string, name: string, state: string): Place => ({
  code,
  name,
  city: name,
  state,
  kind: 'city',
})
const places = [
  city('epe', 'Ẹpẹ', 'Lagos'),
  city('abuja', 'Abuja', 'FCT'),
  city('aba', 'Aba', 'Abia'),
]

test('a place is meant by its code, its name or the beginning of its name alone', () => {
  expect(findPlace(places, 'EPE')?.code).toBe('epe')
  expect(findPlace(places, 'epe')?.code).toBe('epe')
  expect(findPlace(places, 'abu')?.code).toBe('abuja')
  expect(findPlace(places, 'ab')).toBeUndefined()
})

test('who writes a state is offered its places, and none of them is taken for it', () => {
  expect(matchPlaces(places, 'Lagos').places.map(({ code }) => code)).toEqual(['epe'])
  expect(findPlace(places, 'Lagos')).toBeUndefined()
})
