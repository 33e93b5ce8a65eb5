import { act, screen, waitFor } from '@testing-library/react'
import type { Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { aClientWorld } from '#tests/client/fixtures/world'
import { aMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'

const world = await aClientWorld()
const { server } = world

/** The roots that the desk has made. Other tests share the document, so they are unmounted in the end. */
const roots: Root[] = []

afterEach(() => {
  vi.doUnmock('react-dom/client')
  for (const root of roots.splice(0)) act(() => root.unmount())
  document.body.replaceChildren()
})

test('a desk in whose other tab somebody else logs in forgets what it has shown, and is left', async () => {
  const { operator_id } = await aTrip(server.db, { departs_in_hours: 5 })
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const next = await aUser(server)
  world.restart()
  const left: string[] = []
  vi.doMock('#lib/browser', async (original) => ({
    ...(await original<typeof import('#lib/browser')>()),
    loadDocument: (path: string) => void left.push(path),
  }))
  vi.doMock('react-dom/client', async (original) => {
    const client = await original<typeof import('react-dom/client')>()
    return {
      ...client,
      createRoot: (place: Element) => {
        const root = client.createRoot(place)
        roots.push(root)
        return root
      },
    }
  })
  world.enter(clerk)
  history.replaceState(null, '', '/desk/sales')
  document.body.innerHTML = '<div id="root"></div>'
  await import('#src/main-desk.tsx')
  await screen.findByText(`${clerk.user.full_name}, counter`, undefined, { timeout: 10_000 })
  const { deskQueryClient } = await import('#src/desk/query-client.ts')
  expect(deskQueryClient.getQueryData(['membership'])).toBeDefined()

  world.enter(next)
  dispatchEvent(new StorageEvent('storage', { key: 'owner' }))
  await waitFor(() => expect(left).toEqual(['/desk']))
  expect(deskQueryClient.getQueryData(['membership'])).toBeUndefined()
  expect(roots).toHaveLength(1)
})
