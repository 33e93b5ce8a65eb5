import { afterAll, expect, test } from 'vitest'
import { getParcel, trackParcel, claimParcel } from '#contract/parcels/endpoints'
import { aStaffKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { aPaidParcel, aParcel, aParcelTrip } from '#tests/support/makers/parcels'
import { aConfig, aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)

const look = (path: string) => server.app.inject(`/sandbox/parcels${path}`)

async function press(tracking_id: string, kind: string, pin = ''): Promise<string> {
  const pressed = await server.app.inject({
    method: 'POST',
    url: `/sandbox/parcels/${tracking_id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ kind, pin }).toString(),
  })
  if (pressed.statusCode !== 303) return pressed.body
  return (await server.app.inject(String(pressed.headers.location))).body
}

test('who tries the demo scans a parcel from the first counter to its receiver', async () => {
  const { parcel, as } = await aPaidParcel(server, { trip })
  const { tracking_id, waybill } = parcel
  expect((await look('')).body).toContain(waybill)
  expect((await look(`?parcel=${waybill?.toLowerCase()}`)).body).toContain(tracking_id)

  for (const [kind, words] of [
    ['received', 'received'],
    ['loaded', 'loaded'],
    ['in_transit', 'in transit'],
    ['on_hold', 'on hold'],
    ['ready_for_pickup', 'ready for pickup'],
  ] as const)
    expect(await press(tracking_id, kind)).toContain(`Now: <b>${words}</b>`)

  const mine = await server.call(getParcel, { tracking_id }, { as })
  expect(mine.data.driver?.plate).toBe('KJA-482-XB')
  const pin = mine.data.pickup_pin ?? ''
  const wrong = pin === '000000' ? '111111' : '000000'
  expect(await press(tracking_id, 'delivered', wrong)).toContain('This is not the PIN.')
  expect(await press(tracking_id, 'delivered', pin)).toContain('Now: <b>delivered</b>')
  const { data } = await server.call(trackParcel, { tracking_id })
  expect(data.state).toBe('delivered')
  expect(data.events.map(({ place }) => place)).toContain('Abuja Park')
})

test('who tries the demo answers a claim', async () => {
  const { parcel, as } = await aPaidParcel(server, { trip })
  const { tracking_id } = parcel
  await aStaffKey(server)
  expect(await press(tracking_id, 'lost')).toContain('Accept it at the counter first')
  await press(tracking_id, 'received')
  await press(tracking_id, 'lost')
  const claim = { tracking_id, kind: 'lost' as const, words: 'It is <b>gone</b>.' }
  await server.call(claimParcel, { ...claim, asked_kobo: 500_000 }, { as })
  const { body } = await look(`/${tracking_id}`)
  expect(body).toContain('₦5,000 claimed')
  expect(body).not.toContain('<b>gone</b>')
  const answer = () =>
    server.app.inject({
      method: 'POST',
      url: `/sandbox/parcels/${tracking_id}/claim`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'pay_kobo=250000&words=We+found+half+of+it',
    })
  expect((await answer()).statusCode).toBe(303)
  const { data } = await server.call(getParcel, { tracking_id }, { as })
  expect(data.claims).toMatchObject([
    { state: 'accepted', paid_kobo: 250_000, answer: 'We found half of it' },
  ])
  expect((await look(`/${tracking_id}`)).body).not.toContain(' claimed</legend>')
  expect((await answer()).statusCode).toBe(409)
})

test('its counter knows no names, no unpaid parcels and no buttons of others', async () => {
  const { parcel } = await aPaidParcel(server, { trip })
  const { tracking_id } = parcel
  const { body } = await look(`/${tracking_id}`)
  expect(body).not.toContain('Yusuf')
  expect(body).not.toContain(parcel.pickup_pin)
  expect(body).not.toContain('<script')
  const unpaid = await aParcel(server, { trip })
  expect((await look(`/${unpaid.parcel.tracking_id}`)).statusCode).toBe(404)
  expect((await look('?parcel=%3Cb%3E')).body).toContain('No paid parcel has this number.')
  expect(await press(tracking_id, 'paid')).toContain('Something is missing or wrong')
})

test('there is no such counter where the country is real', async () => {
  const real = await aServer(db, { config: { ...aConfig(), production: true, show: false } })
  expect((await real.app.inject('/sandbox/parcels')).statusCode).toBe(404)
  await real.close()
})
