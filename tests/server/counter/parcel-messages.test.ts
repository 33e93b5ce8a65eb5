import { expect, test } from 'vitest'
import { getParcelSale, renewSoldPin } from '#contract/counter/endpoints'
import { sql } from '#server/db/sql'
import { aShift, aWalkInParcel } from '#tests/support/makers/counter'
import { aSecondFactorMember } from '#tests/support/makers/members'
import { aParcelScan, aParcelTrip, sendScans } from '#tests/support/makers/parcels'
import { aPaymentWorld } from '#tests/support/worlds/payments'

const { db, server, doJobs } = await aPaymentWorld()
const { call } = server

const sender = { full_name: 'Ngozi Bello', phone: '+2348031230001' }
const receiver = { full_name: 'Yusuf Danjuma', phone: '+2348031230002' }

const textsTo = async ({ phone }: { phone: string }) => {
  const { rows } = await sql<{ body: string }>`
    select body from sandbox.letter where recipient = ${phone} order by id`.execute(db)
  return rows.map(({ body }) => body)
}

const pinIn = (text: string | undefined) => /PIN (\d{6})/.exec(text ?? '')?.[1]

test('receiver and sender of a walk-in get their messages and PINs by SMS, and the clerk sees no new PIN', async () => {
  const trip = await aParcelTrip(server)
  const { operator_id } = trip
  const { as } = await aSecondFactorMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, as)
  const { reference } = await aWalkInParcel(server, as, shift.id, trip, { sender, receiver })
  const { data } = await call(getParcelSale, { reference }, { as })
  expect(await doJobs()).toEqual([])
  const [first, ...none] = await textsTo(receiver)
  expect(first).toContain(`Ngozi Bello sends you parcel ${reference}`)
  expect(none).toEqual([])
  expect(await textsTo(sender)).toEqual([])
  const scan = (kind: 'ready_for_pickup' | 'return_in_transit') =>
    sendScans(server, as, [aParcelScan(reference, kind, { occurred_at: new Date().toISOString() })])
  await scan('ready_for_pickup')
  await doJobs()
  expect(pinIn((await textsTo(receiver)).at(-1))).toBe(data.parcel.pickup_pin)
  const renewed = await call(renewSoldPin, { reference }, { as })
  expect(renewed.data).toEqual({ sent_to: 'receiver' })
  await doJobs()
  const second = pinIn((await textsTo(receiver)).at(-1))
  expect(second).not.toBe(data.parcel.pickup_pin)
  await scan('return_in_transit')
  await doJobs()
  expect(pinIn((await textsTo(sender)).at(-1))).toBe(second)
  expect((await call(renewSoldPin, { reference }, { as })).data).toEqual({ sent_to: 'sender' })
  await doJobs()
  const third = pinIn((await textsTo(sender)).at(-1))
  expect([second, data.parcel.pickup_pin]).not.toContain(third)
  const { data: sale } = await call(getParcelSale, { reference }, { as })
  expect(sale.parcel.pickup_pin).toBeNull()
  await call(renewSoldPin, { reference }, { as })
  expect((await call(renewSoldPin, { reference }, { as })).status).toBe(429)
})
