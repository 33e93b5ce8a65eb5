import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '#ui/button'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

test('an action on a network that does not answer says something at 3 and at 8 seconds', async () => {
  const { rerender } = render(<Button busy>Hold seats</Button>)
  expect(screen.queryByRole('status')).toBeNull()
  await later(3)
  expect(screen.getByRole('status').textContent).toBe('Slow network…')
  await later(5)
  expect(screen.getByRole('status').textContent).toMatch(/^Still no answer\./)
  expect(screen.getByRole('button', { name: /^Hold seats?$/ })).toBeDefined()
  rerender(<Button>Hold seats</Button>)
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<Button busy>Hold seats</Button>)
  expect(screen.queryByRole('status')).toBeNull()
})

test('a button that waits for the phone or the person does not speak of the network', async () => {
  const { rerender } = render(
    <Button busy waitsForNetwork={false}>
      Use the camera
    </Button>,
  )
  await later(10)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  rerender(<Button busy>Use the camera</Button>)
  expect(screen.queryByRole('status')).toBeNull()
  await later(3)
  expect(screen.getByRole('status').textContent).toBe('Slow network…')
})
