import { afterAll, expect, test } from 'vitest'
import { renewPickupPin } from '#contract/parcels/endpoints'
import { testDatabase } from '#tests/support/database/test-database'
import {
  aPaidParcel,
  aParcelScan,
  aParcelTrip,
  type MadeParcel,
  makeParcelReaders,
} from '#tests/support/makers/parcels'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)

const { track, mine, results } = makeParcelReaders(server)

const guesses = (made: MadeParcel, count: number) => {
  const right = Number(made.parcel.pickup_pin)
  return Array.from({ length: count }, (_, index) =>
    aParcelScan(made.parcel.tracking_id, 'delivered', {
      pin: String((right + index + 1) % 1_000_000).padStart(6, '0'),
    }),
  )
}

test('handing out needs the right PIN, and happens once', async () => {
  const made = await aPaidParcel(server, { trip })
  const at = made.parcel.tracking_id
  const pin = made.parcel.pickup_pin ?? ''
  expect(await results(made, [aParcelScan(at, 'delivered')])).toEqual(['wrong_pin'])
  expect(await results(made, guesses(made, 1))).toEqual(['wrong_pin'])
  expect((await mine(made)).pin_tries_left).toBe(4)
  const right = aParcelScan(at, 'delivered', { pin })
  expect(await results(made, [right])).toEqual(['recorded'])
  expect(await results(made, [right])).toEqual(['duplicate'])
  expect(await results(made, [aParcelScan(at, 'returned', { pin })])).toEqual(['not_live'])
  // Later scans are in its history and change nothing.
  expect(await results(made, [aParcelScan(at, 'received'), aParcelScan(at, 'lost')])).toEqual([
    'not_live',
    'not_live',
  ])
  const { state, events } = await track(at)
  expect([state, events.some(({ kind }) => kind === 'lost')]).toEqual(['delivered', true])
})

test('in parallel it happens once, too', async () => {
  const made = await aPaidParcel(server, { trip })
  const pin = made.parcel.pickup_pin ?? ''
  const all = await Promise.all(
    [1, 2, 3, 4].map(() =>
      results(made, [aParcelScan(made.parcel.tracking_id, 'delivered', { pin })]),
    ),
  )
  expect(all.flat().toSorted()).toEqual(['not_live', 'not_live', 'not_live', 'recorded'])
})

test('guessing stops after five wrong PINs, in parallel too, until the sender renews it', async () => {
  const made = await aPaidParcel(server, { trip })
  const at = made.parcel.tracking_id
  const all = await Promise.all(guesses(made, 12).map((guess) => results(made, [guess])))
  const count = (result: string) => all.flat().filter((one) => one === result).length
  expect([count('wrong_pin'), count('pin_locked')]).toEqual([5, 7])
  const pin = made.parcel.pickup_pin ?? ''
  expect(await results(made, [aParcelScan(at, 'delivered', { pin })])).toEqual(['pin_locked'])
  expect((await mine(made)).pin_tries_left).toBe(0)
  const { data } = await server.call(renewPickupPin, { tracking_id: at }, { as: made.as })
  expect(data.pin_tries_left).toBe(5)
  const next = data.pickup_pin ?? ''
  expect(await results(made, [aParcelScan(at, 'delivered', { pin: next })])).toEqual(['recorded'])
})
