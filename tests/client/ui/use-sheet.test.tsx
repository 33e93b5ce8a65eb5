import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useLoadedSheet } from '#ui/use-sheet'

afterEach(() => history.replaceState(null, ''))

/** A screen whose sheet is opened while its script is loading; `arrive` ends the loading. */
function openSheet() {
  const script = Promise.withResolvers<void>()
  const screen = renderHook(() => useLoadedSheet<'days'>(() => script.promise))
  screen.result.current.open('days')
  return { ...screen, arrive: script.resolve }
}

/** Waits longer than a sheet waits for a frame. */
const waitForFrame = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)))

test('a sheet opens once its script has loaded, and Back closes it', async () => {
  const { result, arrive } = openSheet()
  arrive()
  await waitFor(() => expect(result.current.name).toBe('days'))
  expect(history.state).toMatchObject({ sheet: true })
})

test('a sheet whose script arrives after the screen was left leaves no step for Back', async () => {
  const steps = history.length
  const { unmount, arrive } = openSheet()
  unmount()
  arrive()
  await waitForFrame()
  expect(history.length).toBe(steps)
  expect(history.state?.sheet).toBeUndefined()
})
