import { afterAll, expect, test } from 'vitest'
import { createParcel, getParcel, listParcels, quoteParcel } from '#contract/parcels'
import { trackParcel } from '#contract/tracking'
import { testDatabase } from '#tests/support/database'
import { aParcel, aParcelInput, aParcelTrip, aQuoteInput } from '#tests/support/parcels'
import { aUser } from '#tests/support/people'
import { aServer } from '#tests/support/server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)
const ada = await aUser(server)

const quoted = (over: Parameters<typeof aQuoteInput>[1] = {}) =>
  server.call(quoteParcel, { ...aQuoteInput(trip, over) })

test('a stranger is told what a parcel costs and which bus carries it', async () => {
  const { data, status } = await quoted()
  expect(status).toBe(200)
  expect(data).toMatchObject({
    counts_as: { code: 'small', name: 'Small' },
    chargeable_grams: 5000,
    cover_kobo: 2_000_000,
  })
})

test('a parcel of mine is kept, shown and followed', async () => {
  const { parcel, as } = await aParcel(server, { trip, sender: ada })
  const shown = await server.call(getParcel, { tracking_id: parcel.tracking_id }, { as })
  expect(shown.data).toMatchObject({
    ...parcel,
    server_time: expect.any(String),
    tracking: expect.any(Object),
  })
  expect((await server.call(listParcels, {}, { as })).meta).toMatchObject({ total: 1 })
  const { data } = await server.call(trackParcel, { tracking_id: parcel.tracking_id })
  expect(data).toMatchObject({ state: 'pending_payment', from_city: 'Lagos', to_city: 'Abuja' })
  void createParcel
  void aParcelInput
})
