import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Place } from '#contract/lookups/model'
import { SearchForm } from '#features/lookups'
import { read, write } from '#lib/device'
import { today } from '#lib/format'
import '#src/features/lookups/match-places.ts'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

const place = (kind: Place['kind'], code: string, name: string, city: string, state: string) => ({
  kind,
  code,
  name,
  city,
  state,
})
const places = [
  place('city', 'lagos', 'Lagos', 'Lagos', 'Lagos'),
  place('park', 'lagos-jibowu', 'Jibowu', 'Lagos', 'Lagos'),
  place('city', 'owerri', 'Ọwẹrẹ', 'Ọwẹrẹ', 'Imo'),
  place('city', 'port-harcourt', 'Port Harcourt', 'Port Harcourt', 'Rivers'),
  place('city', 'kano', 'Kano', 'Kano', 'Kano'),
]

/** A motor park that no stored list contains: the server finds it. */
const oshodi = place('park', 'lagos-oshodi', 'Oshodi', 'Lagos', 'Lagos')

await registerAllRooms()
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  write('connections', { from_cities: places, to_cities: places })
})
afterEach(cleanup)

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

/** The form on a phone that has the lists; from Lagos, only Owerri and Port Harcourt can be reached. */
async function open() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity } },
  })
  client.setQueryData(['connections'], { from_cities: places, to_cities: places })
  client.setQueryData(['listConnections', 'lagos'], places.slice(2, 4))
  client.setQueryData(['findPlaces', 'Oshodi'], [oshodi])
  await act(() =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <SearchForm />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  return userEvent.setup()
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
const offered = () =>
  screen
    .queryAllByRole('option')
    .filter((option) => option.closest('[role=listbox]'))
    .map((option) => option.id && option.querySelector('span')?.firstChild?.textContent)
const address = () => screen.getByText(/^\//).textContent

test('a few letters of a city, a park or a state are enough, with or without accents', async () => {
  const user = await open()
  await user.type(box('From'), 'jib')
  expect(offered()).toEqual(['Jibowu'])
  await user.clear(box('From'))
  await user.type(box('From'), 'owere')
  expect(offered()).toEqual(['Ọwẹrẹ'])
  await user.clear(box('From'))
  await user.type(box('From'), 'rivers')
  expect(offered()).toEqual(['Port Harcourt'])
  await user.clear(box('From'))
  await user.type(box('From'), 'harc')
  expect(offered()).toEqual(['Port Harcourt'])
})

test('the whole search works by keyboard and goes to the results with codes', async () => {
  const user = await open()
  await user.type(box('From'), 'lag{ArrowDown}{Enter}')
  expect(box('From').value).toBe('Lagos')
  await user.type(box('To'), 'por{ArrowDown}{Enter}')
  await user.selectOptions(screen.getByLabelText('Travellers'), '2')
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  expect(address()).toBe(`/bookride?from=lagos&to=port-harcourt&date=${today()}&passengers=2`)
  expect(read('recent_searches')?.[0]).toMatchObject({
    from: { code: 'lagos' },
    to: { code: 'port-harcourt' },
  })
})

test('only destinations that can be reached are offered once the start is chosen', async () => {
  const user = await open()
  await user.type(box('From'), 'Lagos')
  await user.click(box('To'))
  expect(offered()).toEqual(['Ọwẹrẹ', 'Port Harcourt'])
  await user.type(box('To'), 'Kano')
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  expect(
    screen.getByText('No bus goes there from where you start. Pick from the list.'),
  ).toBeTruthy()
  expect(document.activeElement).toBe(box('To'))
  expect(address()).toBe('/')
})

test('a motor park that is in no list is found by its letters, and known afterwards', async () => {
  const user = await open()
  await user.type(box('From'), 'Oshodi')
  await vi.waitFor(() => expect(offered()).toEqual(['Oshodi']))
  await user.type(box('To'), 'Port Harcourt')
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  expect(address()).toContain('from=lagos-oshodi&to=port-harcourt')
  expect(read('recent_searches')?.[0]?.from).toEqual(oshodi)
})

test('swap turns the road around', async () => {
  const user = await open()
  await user.type(box('From'), 'Lagos')
  await user.type(box('To'), 'Ọwẹrẹ')
  await user.click(screen.getByRole('button', { name: 'Swap from and to' }))
  expect([box('From').value, box('To').value]).toEqual(['Ọwẹrẹ', 'Lagos'])
})

test('an empty form says what is missing and goes nowhere', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  expect(screen.getByText('Where do you start?')).toBeTruthy()
  expect(screen.getByText('Where do you want to go?')).toBeTruthy()
  expect(address()).toBe('/')
})

test('the last search of the session is there again', async () => {
  const [from, , , to] = places
  if (from && to) write('location_choice', { from, to, date: '2020-01-01', passengers: 3 })
  await open()
  await vi.waitFor(() => expect(box('From').value).toBe('Lagos'))
  expect(box('To').value).toBe('Port Harcourt')
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe(today())
  expect(screen.getByLabelText<HTMLSelectElement>('Travellers').value).toBe('3')
})
