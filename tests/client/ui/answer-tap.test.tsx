import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from '#ui/button'
import { Link } from '#ui/link'

afterEach(cleanup)

const Here = () => <output>{useLocation().pathname}</output>

test('a link shows the tap first, then opens its screen, once', async () => {
  render(
    <MemoryRouter>
      <Link to="/trips">Trips</Link>
      <Here />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link', { name: 'Trips' })
  fireEvent.click(link)
  fireEvent.click(link)
  expect('pressed' in link.dataset).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('/')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/trips'))
  expect('pressed' in link.dataset).toBe(false)
})

test('a link that opens another tab is left to the browser', () => {
  render(
    <MemoryRouter>
      <Link to="/trips">Trips</Link>
    </MemoryRouter>,
  )
  const link = screen.getByRole('link', { name: 'Trips' })
  // jsdom loads no documents.
  const isPrevented = vi.fn<(event: Event) => void>((event) => {
    expect(event.defaultPrevented).toBe(false)
    event.preventDefault()
  })
  document.addEventListener('click', isPrevented, { once: true })
  fireEvent.click(link, { ctrlKey: true })
  expect(isPrevented).toHaveBeenCalledTimes(1)
  expect('pressed' in link.dataset).toBe(false)
})

test('a form is sent once by two quick presses, after the frame that shows the first', async () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) =>
    event.preventDefault(),
  )
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" kind="primary">
        Send
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect('pressed' in button.dataset).toBe(true)
  expect(onSubmit).not.toHaveBeenCalled()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  expect('pressed' in button.dataset).toBe(false)
})
