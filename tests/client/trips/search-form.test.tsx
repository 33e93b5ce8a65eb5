import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { aHand } from '#tests/client/fixtures/hand'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Place } from '#contract/lookups/model'
import { saleDays } from '#contract/sale'
import { addDays, today } from '#lib/format'

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

let read: typeof import('#lib/device').read
let write: typeof import('#lib/device').write
// Each test has its own copies of the modules: those of the sheets, which load later, must be the form’s.
beforeEach(async () => {
  ;({ read, write } = await import('#lib/device'))
  await (await import('#tests/client/fixtures/with-rooms')).registerAllRooms()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '')
  write('connections', { from_cities: places, to_cities: places })
})
afterEach(cleanup)

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

/** The form on a phone that has the lists; from Lagos, only Owerri and Port Harcourt can be reached. */
async function open() {
  const { SearchForm } = await import('#features/lookups')
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
  return aHand()
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
const dayField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' })
const findPlaceInput = () =>
  screen.findByRole<HTMLInputElement>('combobox', { name: 'City or motor park' })
const offered = () =>
  screen
    .queryAllByRole('option')
    .map((option) => option.querySelector('span')?.firstChild?.textContent)
const address = () => screen.getByText(/^\//).textContent
type Hand = Awaited<ReturnType<typeof open>>

/** Opens the sheet of a place with a tap and types into it. */
async function type(user: Hand, field: 'From' | 'To', text: string) {
  await user.click(box(field))
  await user.clear(await findPlaceInput())
  await user.type(await findPlaceInput(), text)
}

/** Waits until Back has removed the history entry of the sheet. */
const closed = () =>
  vi.waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(history.state).toBeNull()
  })

test('a few letters of a city, a park or a state are enough, with or without accents', async () => {
  const user = await open()
  await type(user, 'From', 'jib')
  expect(offered()).toEqual(['Jibowu'])
  await type(user, 'From', 'owere')
  expect(offered()).toEqual(['Ọwẹrẹ'])
  await type(user, 'From', 'rivers')
  expect(offered()).toEqual(['Port Harcourt'])
  await type(user, 'From', 'harc')
  expect(offered()).toEqual(['Port Harcourt'])
})

test('the whole search works by keyboard and goes to the results with codes', async () => {
  const user = await open()
  await user.tab()
  expect(document.activeElement).toBe(box('From'))
  await user.keyboard('l')
  expect((await findPlaceInput()).value).toBe('l')
  await user.keyboard('ag{ArrowDown}{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Where to?' })).toBeTruthy()
  await user.keyboard('por{Enter}')
  await closed()
  expect([box('From').value, box('To').value]).toEqual(['Lagos', 'Port Harcourt'])
  await user.click(screen.getByRole('button', { name: 'One traveller more' }))
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  await vi.waitFor(() =>
    expect(address()).toBe(`/bookride?from=lagos&to=port-harcourt&date=${today()}&passengers=2`),
  )
  expect(read('recent_searches')?.[0]).toMatchObject({
    from: { code: 'lagos' },
    to: { code: 'port-harcourt' },
  })
})

test('only destinations that can be reached are offered once the start is chosen', async () => {
  const user = await open()
  await type(user, 'From', 'Lagos{Enter}')
  await screen.findByRole('dialog', { name: 'Where to?' })
  expect(offered()).toEqual(['Ọwẹrẹ', 'Port Harcourt'])
  await type(user, 'To', 'Kano')
  expect(screen.getByText(/^No bus goes from Lagos to Kano\./)).toBeTruthy()
  expect(offered()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await closed()
  expect(box('To').value).toBe('Kano')
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  expect(
    screen.getByText('No bus goes there from where you start. Pick from the list.'),
  ).toBeTruthy()
  expect(document.activeElement).toBe(box('To'))
  expect(address()).toBe('/')
})

test('the focus is on the field that was chosen last, also if the sheet of the other came first', async () => {
  const user = await open()
  await type(user, 'From', 'Lagos{Enter}')
  await screen.findByRole('dialog', { name: 'Where to?' })
  await user.click(screen.getAllByRole('option')[0] ?? document.body)
  await closed()
  expect(box('To').value).toBe('Ọwẹrẹ')
  expect(document.activeElement).toBe(box('To'))
})

test('Back closes a sheet, and what was typed stays in its field', async () => {
  const user = await open()
  await type(user, 'From', 'Por')
  expect(history.state).toEqual({ sheet: true })
  act(() => history.back())
  await closed()
  expect(box('From').value).toBe('Por')
})

test('a place in the city of the other end is told so, not replaced by a similar name', async () => {
  const user = await open()
  await type(user, 'From', 'Lagos{Enter}')
  await screen.findByRole('dialog', { name: 'Where to?' })
  await type(user, 'To', 'Jibowu')
  expect(screen.getByText('That is in Lagos, where you start.')).toBeTruthy()
  expect(offered()).toEqual([])
})

test('a motor park that is in no list is found by its letters, and known afterwards', async () => {
  const user = await open()
  await type(user, 'From', 'Oshodi')
  await vi.waitFor(() => expect(offered()).toEqual(['Oshodi']))
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Where to?' })
  await user.keyboard('Port{Enter}')
  await closed()
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  await vi.waitFor(() => expect(address()).toContain('from=lagos-oshodi&to=port-harcourt'))
  expect(read('recent_searches')?.[0]?.from).toEqual(oshodi)
})

test('swap turns the road around', async () => {
  const user = await open()
  await type(user, 'From', 'Lagos{Enter}')
  await screen.findByRole('dialog', { name: 'Where to?' })
  await user.keyboard('Owe{Enter}')
  await closed()
  await user.click(screen.getByRole('button', { name: 'Swap from and to' }))
  expect([box('From').value, box('To').value]).toEqual(['Ọwẹrẹ', 'Lagos'])
})

test('a return trip is chosen with two days of one calendar, and a day without sale cannot be', async () => {
  const user = await open()
  await user.click(dayField())
  await screen.findByRole('dialog', { name: 'When?' })
  const day = (count: number) => {
    const button = document.querySelector<HTMLButtonElement>(
      `[data-day="${addDays(today(), count)}"]`,
    )
    if (button === null) throw new Error(`no day ${count}`)
    return button
  }
  expect(day(saleDays).disabled).toBe(false)
  const last = [...document.querySelectorAll<HTMLButtonElement>('[data-day]')].at(-1)
  expect(last?.disabled).toBe(last?.dataset['day'] !== addDays(today(), saleDays))
  expect(document.activeElement).toBe(day(0))
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(document.activeElement).toBe(day(8))
  await user.click(screen.getByRole('radio', { name: 'Return' }))
  await user.click(day(2))
  expect(await screen.findByText('Now choose the day back.')).toBeTruthy()
  await user.click(day(5))
  await closed()
  await type(user, 'From', 'Lagos{Enter}')
  await screen.findByRole('dialog', { name: 'Where to?' })
  await user.keyboard('Owe{Enter}')
  await closed()
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  await vi.waitFor(() =>
    expect(address()).toContain(
      `date=${addDays(today(), 2)}&passengers=1&return=${addDays(today(), 5)}`,
    ),
  )
})

test('the calendar names each day in full, with the cheapest fare that the phone knows', async () => {
  write('popular_roads', [
    {
      from: { code: 'lagos', name: 'Lagos' },
      to: { code: 'owerri', name: 'Ọwẹrẹ' },
      fare_from_kobo: 1_250_000,
      date: addDays(today(), 1),
    },
  ])
  const [from, , to] = places
  if (from && to) write('location_choice', { from, to, date: today(), passengers: 1 })
  const user = await open()
  await vi.waitFor(() => expect(box('To').value).toBe('Ọwẹrẹ'))
  await user.click(dayField())
  await screen.findByRole('dialog', { name: 'When?' })
  expect(
    screen.getByRole('button', {
      name: /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+ \w+ \d{4}, from ₦12,500$/,
    }).textContent,
  ).toMatch(/12,500$/)
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
  expect(dayField().value).toBe('Today')
  expect(screen.getByLabelText('Travellers').textContent).toBe('3')
})

test('the day back of the last search is there again, unless it is before the day of the trip', async () => {
  const [from, , , to] = places
  const [date, back] = [addDays(today(), 2), addDays(today(), 5)]
  if (from && to) write('location_choice', { from, to, date, return: back, passengers: 1 })
  const user = await open()
  await vi.waitFor(() => expect(box('To').value).toBe('Port Harcourt'))
  await user.click(screen.getByRole('button', { name: 'Search buses' }))
  await vi.waitFor(() => expect(address()).toContain(`date=${date}&passengers=1&return=${back}`))
  expect(read('recent_searches')?.[0]).toMatchObject({ date, return: back })
  cleanup()

  if (from && to) write('location_choice', { from, to, date: back, return: date, passengers: 1 })
  const again = await open()
  await vi.waitFor(() => expect(box('To').value).toBe('Port Harcourt'))
  await again.click(screen.getByRole('button', { name: 'Search buses' }))
  await vi.waitFor(() => expect(address()).toContain(`date=${back}&passengers=1`))
  expect(address()).not.toContain('return=')
  expect(read('location_choice')).not.toHaveProperty('return')
})
