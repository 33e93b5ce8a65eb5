import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { aHand } from '#tests/client/fixtures/hand'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDays, today } from '#lib/format'
import { chooseDay, choosePlace } from '#tests/client/fixtures/sheets'

const places = ['Abuja', 'Benin City', 'Enugu', 'Ibadan', 'Jos', 'Kano', 'Lagos', 'Owerri', 'Uyo']
const options = places.map((label) => ({
  value: label.toLowerCase(),
  label,
  under: `${label} State`,
}))

beforeEach(async () => {
  vi.resetModules()
  await (await import('#tests/client/fixtures/with-rooms')).registerAllRooms()
  localStorage.clear()
  history.replaceState(null, '')
})
afterEach(() => {
  cleanup()
  vi.doUnmock('#lib/lazy')
})

/** Renders a field for a city and one for a day, and returns what is chosen in them. */
async function open({
  any,
  city = '',
  day = '',
}: { any?: string; city?: string; day?: string } = {}) {
  const { PlaceChoiceField } = await import('#features/lookups')
  const { DayField } = await import('#ui/sheets/day-field')
  const chosen = { city, day }
  function Fields() {
    const [, setCount] = useState(0)
    const write = (part: Partial<typeof chosen>) => {
      Object.assign(chosen, part)
      setCount((count) => count + 1)
    }
    return (
      <>
        <PlaceChoiceField
          label="City"
          empty="Choose a city"
          {...(any !== undefined && { any })}
          value={chosen.city}
          options={options}
          onChange={(value) => write({ city: value })}
        />
        <DayField
          label="First day"
          max={addDays(today(), 40)}
          canBeEmpty
          value={chosen.day}
          onChange={(value) => write({ day: value })}
        />
      </>
    )
  }
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Fields />
      </QueryClientProvider>,
    ),
  )
  return { chosen, hand: aHand() }
}

const offered = () =>
  screen.getAllByRole('option').map((one) => one.firstChild?.nextSibling?.firstChild?.textContent)

test('a place is found by a few letters, even with a slip in them', async () => {
  const { chosen, hand } = await open()
  await hand.click(screen.getByLabelText('City'))
  const input = await screen.findByRole('combobox', { name: 'City' })
  await waitFor(() => expect(document.activeElement).toBe(input))
  await hand.type(input, 'Ibadn')
  expect(offered()).toEqual(['Ibadan'])
  await hand.clear(input)
  await hand.type(input, 'Timbuktu')
  expect(screen.getByText('“Timbuktu” is not in this list.')).toBeDefined()
  await hand.clear(input)
  await hand.type(input, 'ow{Enter}')
  await waitFor(() => expect(chosen.city).toBe('owerri'))
  expect(screen.getByLabelText('City')).toHaveProperty('value', 'Owerri')
})

test('places searched before stand first, each once', async () => {
  const kano = { code: 'kano', name: 'Kano' }
  const search = { from: kano, to: { code: 'jos', name: 'Jos' }, date: today(), passengers: 1 }
  const { write } = await import('#lib/device')
  write('recent_searches', [search, { ...search, to: kano, from: search.to }])
  const { hand } = await open()
  await hand.click(screen.getByLabelText('City'))
  await screen.findByRole('listbox')
  expect(offered().slice(0, 3)).toEqual(['Kano', 'Jos', 'Abuja'])
  expect(offered()).toHaveLength(places.length)
})

test('Back closes the sheet, and nothing is chosen', async () => {
  const { chosen, hand } = await open({ city: 'jos' })
  await hand.click(screen.getByLabelText('City'))
  await screen.findByRole('listbox')
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(chosen.city).toBe('jos')
})

test('a filter can go back to any place and any day', async () => {
  const { chosen, hand } = await open({ any: 'Any city', city: 'jos', day: today() })
  await choosePlace(hand, 'City', 'Any city')
  expect(chosen.city).toBe('')
  await hand.click(screen.getByLabelText('First day'))
  await hand.click(await screen.findByRole('button', { name: 'Any day' }))
  await waitFor(() => expect(chosen.day).toBe(''))
  await chooseDay(hand, 'First day', addDays(today(), 33))
  expect(chosen.day).toBe(addDays(today(), 33))
})

test('a choice with a long option has a class for its chips, and none for columns', async () => {
  const { ChoiceField } = await import('#ui/choices')
  const choices = [{ value: 'all', label: 'Everything that I may need on the road' }]
  render(
    <ChoiceField label="How much" name="much" value="" options={choices} onChange={() => null} />,
  )
  const chips = screen.getByRole('radio').closest('div')
  expect(chips?.classList).toHaveLength(1)
})

test('without the script of the sheets, the browser’s own controls choose', async () => {
  const missing = () => Promise.reject(new Error('Failed to fetch'))
  vi.doMock('#lib/lazy', async (original) => ({
    ...(await original<typeof import('#lib/lazy')>()),
    loadOnDemand: () => ({ load: missing, Loaded: () => null }),
  }))
  vi.resetModules()
  const { chosen, hand } = await open()
  await hand.click(screen.getByLabelText('City'))
  await hand.selectOptions(await screen.findByRole('combobox', { name: 'City' }), 'enugu')
  expect(chosen.city).toBe('enugu')
  await hand.click(screen.getByLabelText('First day'))
  await waitFor(() => expect(screen.getByLabelText('First day')).toHaveProperty('type', 'date'))
  vi.doUnmock('#lib/lazy')
})
