import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listParcelSizes } from '#contract/lookups/endpoints'
import { makeCallUrl } from '#contract/endpoint'
import { trackParcel } from '#contract/parcels/endpoints'
import { makeReference } from '#server/platform/ids'
import { aParcelTrip } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

/** The first argument of everything written to the console so far. */
const logged = (log: { mock: { calls: unknown[][] } }) => log.mock.calls.map(([first]) => first)

test('a login whose answer lacks the token is told to the person, who tries again', async () => {
  const { user, password } = await aUser(server)
  await world.open('/login')
  await hand.type(await screen.findByLabelText(/Email or phone/), user.email ?? '')
  await hand.type(screen.getByLabelText('Password'), password)
  world.answerOnce('POST /api/v1/waka/auth/login', { data: {} })
  await press('Log in')
  await screen.findByText('We could not log you in just now. Please try again.')
  expect(location.pathname).toBe('/login')
  expect(localStorage.getItem('token')).toBeNull()
  await press('Log in')
  await vi.waitFor(() => expect(localStorage.getItem('token')).not.toBeNull())
})

test('where our server breaks, sending a parcel says so and not that there is no network', async () => {
  await aParcelTrip(server)
  const mend = world.breakAt(`GET ${makeCallUrl(listParcelSizes, {})}`)
  await world.open('/send-parcel')
  await screen.findByText('The parcel sizes did not load. Please try again in a moment.')
  expect(screen.queryByText(/No network|You are offline/)).toBeNull()
  mend()
  await press('Try again')
  await screen.findByRole('heading', { name: 'From where to where?' })
})

test.each([
  ['that nobody has', false],
  ['where our server breaks', true],
])('tracking an id %s is logged, as the specification demands', async (_, isBroken) => {
  const log = vi.spyOn(console, 'info')
  const id = makeReference()
  const asked = `GET ${makeCallUrl(trackParcel, { tracking_id: id })}`
  const mend = isBroken ? world.breakAt(asked) : () => undefined
  await world.open(`/track-parcel?id=${id}`)
  // After three retries, seconds apart.
  const { queryClient } = await import('#src/app/query-client.ts')
  queryClient.setQueryDefaults(['trackingAnswer'], { retryDelay: 1 })
  await vi.waitFor(() => expect(logged(log)).toContain('The parcel could not be tracked.'), 10_000)
  mend()
})
