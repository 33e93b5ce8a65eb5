import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { ButtonLink } from '#ui/button'
import { Link } from '#ui/link'

afterEach(cleanup)

/** Clicks a link. Returns whether the router followed it, instead of the browser. */
function isFollowedByRouter(name: string): boolean {
  const link = screen.getByRole('link', { name })
  let isPrevented = false
  // jsdom loads no documents.
  const stop = (event: Event) => {
    isPrevented = event.defaultPrevented
    event.preventDefault()
  }
  document.addEventListener('click', stop, { once: true })
  fireEvent.click(link)
  return isPrevented
}

test('links to the login and to signup load a document, all others a screen', () => {
  render(
    <MemoryRouter>
      <ButtonLink to="/login?next=/trips">Log in</ButtonLink>
      <Link to={{ pathname: '/signup' }}>Join</Link>
      <Link to="/signup" reloadDocument={false}>
        Join from the login
      </Link>
      <ButtonLink to="/trips">Trips</ButtonLink>
    </MemoryRouter>,
  )
  expect(isFollowedByRouter('Log in')).toBe(false)
  expect(isFollowedByRouter('Join')).toBe(false)
  expect(isFollowedByRouter('Join from the login')).toBe(true)
  expect(isFollowedByRouter('Trips')).toBe(true)
})
