import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openStore } from '#lib/device/store'
import { sql } from '#server/db/sql'
import { makeCheckCharacter } from '#contract/reference'
import type { ParcelScan } from '#contract/parcels/tracking'
import {
  aPaidParcel,
  aParcel,
  aParcelScan,
  type MadeParcel,
  sendScans,
} from '#tests/support/makers/parcels'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server } = world

const nobodysId = `0000000000${makeCheckCharacter('0000000000')}`
const track = (id: string) => world.open(`/track-parcel?${new URLSearchParams({ id })}`)
const field = () => screen.findByLabelText(/Track another parcel|Waybill number or link/)
/** Scans of a parcel, one after another. */
async function scanned({ parcel, trip, operator }: MadeParcel, kinds: ParcelScan['kind'][]) {
  const bus = {
    trip_id: trip.id.split('.')[0] ?? '',
    plate: 'LSR-214-XA',
    driver_name: 'Sule Garba',
    driver_phone: '+2348031112223',
  }
  for (const [at, kind] of kinds.entries()) {
    const [done] = await sendScans(server, operator, [
      aParcelScan(parcel.tracking_id, kind, {
        occurred_at: new Date().toISOString(),
        place: at < 3 ? trip.from_park : trip.to_park,
        ...(kind === 'loaded' && bus),
      }),
    ])
    expect(done?.result).toBe('recorded')
  }
}

/** A parcel on its way, with three scans. */
async function aMovingParcel() {
  const made = await aPaidParcel(server)
  await scanned(made, ['received', 'loaded', 'in_transit'])
  return made.parcel.tracking_id
}

const kept = async () => {
  const { listParcels } = await import('#lib/vault')
  return (await listParcels()).map(({ tracking_id }) => tracking_id)
}

test('a pasted message is enough: the id is read out of it and the way is drawn', async () => {
  const id = await aMovingParcel()
  await world.open('/track-parcel')
  await hand.type(
    await field(),
    `Parcel ${id}. Follow it: https://waka.example/track-parcel?id=${id}`,
  )
  await hand.click(screen.getByRole('button', { name: 'Track' }))
  expect(await screen.findByText('On the road to Abuja.')).toBeDefined()
  expect(screen.getByText(/^It will be collected at .+; the receiver gets a message/)).toBeDefined()
  expect(location.search).toBe(`?id=${id}`)
  const way = within(screen.getByRole('list', { name: 'Route of this parcel' }))
  expect(way.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Lagos.*On the road since .+$/),
    expect.stringMatching(/^Abujaplanned /),
  ])
  const events = within(screen.getByRole('region', { name: 'What happened' }))
  expect(events.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('On the road in Lagos'),
    expect.stringContaining('Loaded on a bus in Lagos'),
    expect.stringContaining('Handed in at the counter in Lagos'),
    expect.stringContaining('Paid'),
    expect.stringContaining('Booked in the app'),
  ])
})

test.for(['id', 'link', 'title'])(
  'a message shared with the app opens the parcel in it (%s), and leaves the address',
  async (part) => {
    const id = await aMovingParcel()
    const message = `Ada sent you a parcel, ${id}. Follow it: https://waka.example/track-parcel?id=${id}`
    await world.open(`/track-parcel?${new URLSearchParams({ [part]: message })}`)
    expect(await screen.findByText('On the road to Abuja.')).toBeDefined()
    await waitFor(() => expect(location.search).toBe(`?id=${id}`))
  },
)

test('a shared message without a waybill number is in the field, and says what is missing', async () => {
  await world.open(`/track-parcel?${new URLSearchParams({ id: 'See you at Jibowu', title: 'Hi' })}`)
  expect(await screen.findByText(/This is not a waybill number/)).toBeDefined()
  expect(((await field()) as HTMLInputElement).value).toBe('See you at Jibowu')
})

test.each([
  ['', 'Enter the waybill number.'],
  ['LA12345678X', 'This is not a waybill number.'],
  ['7K3M9Q2X4T', 'This is not a waybill number.'],
])('what is no id (%j) is said without asking anybody', async (written, words) => {
  await world.open('/track-parcel')
  if (written !== '') await hand.type(await field(), written)
  await hand.click(await screen.findByRole('button', { name: 'Track' }))
  expect(await screen.findByText(new RegExp(words))).toBeDefined()
  expect((await field()).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(await field())
  expect(world.sent.filter((asked) => asked.includes('tracking'))).toEqual([])
})

test('the number of an old waybill opens its parcel, under the number that this phone stores', async () => {
  const { parcel } = await aPaidParcel(server)
  const waybill = `LA00000029${makeCheckCharacter('1A00000029')}`
  await sql`update parcel set waybill = ${waybill} where id = ${parcel.id}::uuid`.execute(server.db)
  await world.open('/track-parcel')
  await hand.type(await field(), waybill.toLowerCase())
  await hand.click(screen.getByRole('button', { name: 'Track' }))
  expect(await screen.findByText(/^Waiting to be handed in: /)).toBeDefined()
  await waitFor(() => expect(location.search).toBe(`?id=${parcel.tracking_id}`))
})

test('an id that no parcel has is told from a parcel that nobody has scanned', async () => {
  await track(nobodysId)
  expect(await screen.findByText('No parcel has this waybill number.')).toBeDefined()
  const { parcel } = await aPaidParcel(server)
  await track(parcel.tracking_id)
  expect(await screen.findByText(/^Waiting to be handed in: /)).toBeDefined()
  expect(screen.getByText(/It is not on the road yet\./)).toBeDefined()
})

test.for(['absence', 'silence', 'a failure of the server'])(
  'on %s the tracking query returns nothing and logs it, and nobody is interrupted',
  async (what) => {
    const said = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    world.restart()
    const id = what === 'absence' ? nobodysId : await aMovingParcel()
    const { trackParcelQuery } = await import('#src/features/parcels/tracking/queries.ts')
    const { queryClient } = await import('#src/app/query-client.ts')
    const mend = world.breakAt(`GET /api/v3/waka/parcels/tracking/${id}`)
    if (what !== 'a failure of the server') mend()
    if (what === 'silence') world.loseServer()
    queryClient.setQueryDefaults(['trackingAnswer'], { retryDelay: 1 })
    expect(await queryClient.fetchQuery(trackParcelQuery(id))).toBeNull()
    const logged = said.mock.calls.filter(([words]) => words === 'The parcel could not be tracked.')
    expect(logged).toHaveLength(1)
    mend()
    world.goOnline()
    if (what !== 'absence')
      expect(await queryClient.fetchQuery(trackParcelQuery(id))).toMatchObject({ tracking_id: id })
  },
)

test('a failure leaves the last known position on the screen, without any message of its own', async () => {
  const id = await aMovingParcel()
  // Parcels that this phone followed in other tests have the same words.
  await openStore('vault').clear()
  await track(id)
  await screen.findByText('On the road to Abuja.')
  const { queryClient } = await import('#src/app/query-client.ts')
  await vi.waitFor(() =>
    expect(queryClient.getQueryData(['trackParcel', id])).toMatchObject({ tracking_id: id }),
  )
  world.loseServer()
  queryClient.setQueryDefaults(['trackingAnswer'], { retryDelay: 1 })
  await queryClient.refetchQueries({ queryKey: ['trackParcel', id] })
  expect(queryClient.getQueryData(['trackParcel', id])).toBeNull()
  expect(screen.getByText('On the road to Abuja.')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a parcel that nobody has paid for says so', async () => {
  const { parcel } = await aParcel(server)
  await track(parcel.tracking_id)
  expect(
    await screen.findByText('Not paid yet. It will be sent once it is paid for.'),
  ).toBeDefined()
})

test('a lost parcel leads to help', async () => {
  const made = await aPaidParcel(server)
  await scanned(made, ['received', 'loaded', 'in_transit', 'lost'])
  await track(made.parcel.tracking_id)
  expect(await screen.findByText(/^It cannot be found\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Get help' }).getAttribute('href')).toBe('/support')
  expect(screen.getByRole('link', { name: /^Call 0700/ })).toBeDefined()
})

test('at the counter the free days and what comes after them are said', async () => {
  const made = await aPaidParcel(server)
  await scanned(made, ['received', 'loaded', 'in_transit', 'ready_for_pickup'])
  await track(made.parcel.tracking_id)
  expect(await screen.findByText(/^Ready to be collected: /)).toBeDefined()
  expect(screen.getByText(/^Free until/).textContent).toMatch(
    /^Free until the end of \w{3} \d+\s\w{3}; then ₦200 a day\. ?$/,
  )
})

test('of a long history the last five are shown, and the rest when asked for', async () => {
  const made = await aPaidParcel(server)
  await scanned(made, ['received', 'loaded', 'in_transit', 'at_hub', 'in_transit', 'at_hub'])
  await track(made.parcel.tracking_id)
  const events = within(await screen.findByRole('region', { name: 'What happened' }))
  expect(events.getAllByRole('listitem')).toHaveLength(5)
  await hand.click(events.getByRole('button', { name: 'Show all 8' }))
  expect(events.getAllByRole('listitem')).toHaveLength(8)
})

test('without a network the last that was heard opens, with its age', async () => {
  const id = await aMovingParcel()
  await track(id)
  await screen.findByText('On the road to Abuja.')
  await waitFor(async () => expect(await kept()).toContain(id))
  world.goOffline()
  await world.reload()
  expect(await screen.findByText('On the road to Abuja.')).toBeDefined()
  expect(
    screen.getByText(/^No network\. Saved on this phone, as of .* \(just now\)\.$/),
  ).toBeDefined()
  world.phoneRunsAhead(3 * 3_600_000)
  await world.reload()
  expect(await screen.findByText(/\(3 hours ago\)/)).toBeDefined()
})

test('without a network an id that was never seen here says whom to call', async () => {
  const { parcel } = await aPaidParcel(server)
  world.goOffline()
  await track(parcel.tracking_id)
  expect(await screen.findByText('You are offline.')).toBeDefined()
  expect(screen.getByRole('link', { name: /^Call 0700/ })).toBeDefined()
  expect(screen.queryByText('No parcel has this waybill number.')).toBeNull()
})

test('parcels looked at before stand below, open without a network and can be taken away', async () => {
  const [first, second] = [await aMovingParcel(), await aMovingParcel()]
  await track(first)
  await screen.findByText('On the road to Abuja.')
  await track(second)
  await waitFor(async () => expect(await kept()).toEqual(expect.arrayContaining([first, second])))
  world.goOffline()
  await world.open('/track-parcel')
  const recent = within(await screen.findByRole('region', { name: 'Parcels on this phone' }))
  await hand.click(recent.getByRole('link', { name: new RegExp(first) }))
  expect(await screen.findByRole('list', { name: 'Route of this parcel' })).toBeDefined()
  await hand.click(screen.getByRole('button', { name: `Remove ${second}` }))
  await waitFor(() => expect(screen.queryByText(new RegExp(second))).toBeNull())
  expect(await kept()).not.toContain(second)
})

test('what a push wrote stands on the screen at once, with no network', async () => {
  const id = await aMovingParcel()
  await track(id)
  await screen.findByText('On the road to Abuja.')
  await waitFor(async () => expect(await kept()).toContain(id))
  world.goOffline()
  const { readParcel, saveParcel } = await import('#lib/vault')
  const record = await readParcel(id)
  if (record === undefined) throw new Error('it is kept')
  const server_time = new Date(Date.now() + 1000).toISOString()
  const words = 'Ready to be collected: Utako Park. Bring the pickup PIN.'
  await saveParcel({ ...record.tracking, state: 'ready_for_pickup', words, server_time })
  const worker = new BroadcastChannel('news')
  worker.postMessage(id)
  expect(await screen.findByText(words)).toBeDefined()
  worker.close()
})

test('while it is open it asks again by itself, but not for who saves data', async () => {
  const id = await aMovingParcel()
  const asked = () => world.sent.filter((one) => one.endsWith(`/tracking/${id}`)).length
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  try {
    await track(id)
    await screen.findByText('On the road to Abuja.')
    const first = asked()
    await vi.advanceTimersByTimeAsync(31_000)
    await waitFor(() => expect(asked()).toBeGreaterThan(first))
    localStorage.setItem('saves-data', 'true')
    await world.reload()
    await screen.findByRole('button', { name: 'Refresh' })
    const before = asked()
    await vi.advanceTimersByTimeAsync(61_000)
    expect(asked()).toBe(before)
  } finally {
    vi.useRealTimers()
  }
})

test('without a network, and for an id that no parcel has, it does not go on asking', async () => {
  const id = await aMovingParcel()
  const asked = (of: string) => world.sent.filter((one) => one.endsWith(`/tracking/${of}`)).length
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
  try {
    await track(nobodysId)
    await screen.findByText('No parcel has this waybill number.')
    const once = asked(nobodysId)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(asked(nobodysId)).toBe(once)

    await track(id)
    await screen.findByText('On the road to Abuja.')
    const { queryClient } = await import('#src/app/query-client.ts')
    queryClient.setQueryDefaults(['trackingAnswer'], { retryDelay: 1 })
    world.goOffline()
    // Either the request under way fails, or the polling stops before the next one.
    await vi.advanceTimersByTimeAsync(31_000)
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    const before = asked(id)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(asked(id)).toBe(before)
    world.goOnline()
    await waitFor(() => expect(asked(id)).toBeGreaterThan(before))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(queryClient.getQueryData(['trackParcel', id])).toMatchObject({ tracking_id: id })
    const again = asked(id)
    await vi.advanceTimersByTimeAsync(31_000)
    await waitFor(() => expect(asked(id)).toBeGreaterThan(again))
  } finally {
    vi.useRealTimers()
  }
})
