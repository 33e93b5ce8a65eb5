import { afterAll, describe, expect, test } from 'vitest'
import {
  cancelParcel,
  createParcel,
  getParcel,
  listParcels,
  quoteParcel,
  renewPickupPin,
} from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { makePickupPin } from '#server/platform/pickup-pin'
import { testDatabase } from '#tests/support/database/test-database'
import {
  aPaidParcel,
  aParcel,
  aParcelInput,
  aParcelScan,
  aParcelTrip,
  aQuoteInput,
  sendScans,
} from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const trip = await aParcelTrip(server)
const ada = await aUser(server)

const quoted = () => server.call(quoteParcel, { ...aQuoteInput(trip) })
const door = { at: 'door' } as const

describe('a parcel', () => {
  test('needs no more than its quote, people, contents and where it is picked up', async () => {
    const make = async (asked: ReturnType<typeof aQuoteInput>) => {
      const { data: quote } = await server.call(quoteParcel, asked)
      const { sender, receiver, contents, pick_up } = aParcelInput(asked)
      return server.call(
        createParcel,
        { quote_id: quote.id, sender, receiver, contents, pick_up },
        { as: ada.as },
      )
    }
    const made = await make(aQuoteInput(trip))
    expect(made.status).toBe(200)
    expect(made.data.drop_off).toMatchObject({ at: 'park', city: 'Lagos' })
    const fetched = await make({ ...aQuoteInput(trip), drop_off: door })
    expect(fetched.problem.fields).toHaveProperty(['drop_off.address'])
  })

  test('is made from a quote, at its price, and is its sender’s alone', async () => {
    const { data: quote } = await quoted()
    const { quote: asked, ...input } = aParcelInput(aQuoteInput(trip))
    const made = await server.call(createParcel, { ...input, quote_id: quote.id }, { as: ada.as })
    expect(made.status).toBe(200)
    expect(made.data).toMatchObject({
      waybill: null,
      price: { total_kobo: quote.total_kobo, lines: quote.lines },
      paid_kobo: 0,
      sender: input.sender,
      receiver: input.receiver,
      pickup_pin: null,
      pin_tries_left: 5,
      driver: null,
      can: { pay: true, cancel: true, claim: false, renew_pin: false },
      drop_off: { at: 'park', city: 'Lagos', location: asked?.drop_off.location },
      tracking: { state: 'pending_payment', events: [{ kind: 'created' }] },
    })
    const { tracking_id } = made.data
    const mine = await server.call(getParcel, { tracking_id }, { as: ada.as })
    expect(mine.data.id).toBe(made.data.id)
    const stranger = await aUser(server)
    for (const endpoint of [getParcel, cancelParcel, renewPickupPin]) {
      const { problem } = await server.call(endpoint, { tracking_id }, { as: stranger.as })
      expect(problem.code).toBe('not_found')
    }
  })

  test('sent twice by its phone, at once and under other keys, is one parcel', async () => {
    const sender = await aUser(server)
    const input = { ...aParcelInput(aQuoteInput(trip), { client_ref: crypto.randomUUID() }) }
    const sent = await Promise.all(
      [1, 2, 3].map(() => server.call(createParcel, input, { as: sender.as })),
    )
    expect(new Set(sent.map(({ data }) => data.tracking_id)).size).toBe(1)
    expect((await server.call(listParcels, {}, { as: sender.as })).meta.total).toBe(1)
  })

  test('sent again when it is paid, its PIN is not in the answer, which is kept', async () => {
    const over = { client_ref: crypto.randomUUID() }
    const { parcel, as } = await aPaidParcel(server, { trip, over })
    const again = await server.call(
      createParcel,
      { ...aParcelInput(aQuoteInput(trip), over) },
      { as },
    )
    expect(again.data).toMatchObject({ id: parcel.id, waybill: parcel.waybill, pickup_pin: null })
  })

  test('a second one from the same quote has its own copy of it; one that is over is refused', async () => {
    const { data: quote } = await quoted()
    const { quote: _, ...input } = aParcelInput(aQuoteInput(trip))
    const send = () => server.call(createParcel, { ...input, quote_id: quote.id }, { as: ada.as })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].data.tracking_id).not.toBe(both[1].data.tracking_id)
    expect(both[0].data.price).toEqual(both[1].data.price)
    await sql`update parcel_quote set valid_until = now() where id = ${quote.id}::uuid`.execute(db)
    expect((await send()).problem.code).toBe('quote_expired')
  })

  test('needs the places its price was for, and the address of a door', async () => {
    const other = { at: 'park', location: 'kano-test-park' } as const
    const asked = aQuoteInput(trip, { pick_up: door })
    const send = async (over: Parameters<typeof aParcelInput>[1]) => {
      const input = { ...aParcelInput(asked, over) }
      return (await server.call(createParcel, input, { as: ada.as })).problem.fields
    }
    expect(await send({ drop_off: other })).toHaveProperty(['drop_off.location'])
    expect(await send({ drop_off: door })).toHaveProperty(['drop_off.at'])
    expect(await send({ pick_up: door })).toHaveProperty(['pick_up.address'])
    const wrong = aParcelInput({ ...asked, route: 'nowhere_at-all' })
    const { problem } = await server.call(createParcel, { ...wrong }, { as: ada.as })
    expect(problem.fields).toHaveProperty(['quote.route'])
    const phone = { full_name: 'Yusuf Danjuma', phone: '+23481' }
    expect(await send({ receiver: phone })).toHaveProperty(['receiver.phone'])
  })

  test('with a door its address is its sender’s to read, and the bus is any of the city', async () => {
    const { parcel } = await aParcel(server, {
      trip,
      sender: ada,
      quote: { drop_off: door, pick_up: door },
    })
    expect(parcel.drop_off).toEqual({
      at: 'door',
      name: 'Lagos',
      city: 'Lagos',
      address: '12 Allen Avenue, Ikeja',
      location: null,
    })
    expect(parcel.add_ons.map(({ code }) => code)).toEqual(['door_pick_up', 'door_delivery'])
    expect(parcel.tracking).toMatchObject({
      from_place: 'Door in Lagos',
      to_place: 'Door in Abuja',
    })
  })

  test('mine are listed the newest first, page by page', async () => {
    const sender = await aUser(server)
    const made = []
    for (let count = 0; count < 3; count += 1)
      made.push((await aParcel(server, { trip, sender })).parcel.id)
    const list = async (page: number) =>
      (await server.call(listParcels, { per_page: 2, page }, { as: sender.as })).data.map(
        ({ id }) => id,
      )
    expect([...(await list(1)), ...(await list(2))]).toEqual(made.toReversed())
  })
})

describe('the pickup PIN', () => {
  test('is there once the parcel is paid, and another after it was renewed, three times a day', async () => {
    const { parcel, as } = await aPaidParcel(server, { trip })
    const { id, tracking_id } = parcel
    expect(parcel.pickup_pin).toBe(makePickupPin(server.host.config, id, 1))
    const renew = () => server.call(renewPickupPin, { tracking_id }, { as })
    const { data } = await renew()
    expect(data.pickup_pin).toMatch(/^\d{6}$/)
    expect(data.pickup_pin).toBe(makePickupPin(server.host.config, id, 2))
    expect([(await renew()).status, (await renew()).status]).toEqual([200, 200])
    expect((await renew()).problem.code).toBe('too_many_requests')
    await sql`update parcel set pin_renewed_on = pin_renewed_on - 1 where id = ${id}::uuid`.execute(
      db,
    )
    expect((await renew()).status).toBe(200)
  })

  test('is told anew to a receiver who waits for it, and to nobody else', async () => {
    const { parcel, as, operator } = await aPaidParcel(server, { trip })
    const { id, tracking_id } = parcel
    const told = async () => {
      await server.call(renewPickupPin, { tracking_id }, { as })
      const { rows } = await sql<{ kind: string }>`
        select data ->> 'kind' as kind from pgboss.job
        where name = 'parcel.tell' and data ->> 'parcel_id' = ${id} order by created_on`.execute(db)
      return rows.map(({ kind }) => kind).filter((kind) => kind === 'ready_for_pickup')
    }
    expect(await told()).toEqual([])
    await sendScans(server, operator, [aParcelScan(tracking_id, 'ready_for_pickup')])
    expect(await told()).toEqual(['ready_for_pickup', 'ready_for_pickup'])
  })

  test('an unpaid parcel has none to renew', async () => {
    const { parcel, as } = await aParcel(server, { trip })
    const { tracking_id } = parcel
    const { problem } = await server.call(renewPickupPin, { tracking_id }, { as })
    expect(problem.code).toBe('parcel_closed')
  })
})

describe('calling off', () => {
  test('an unpaid parcel ends it; a second time it has ended', async () => {
    const { parcel, as } = await aParcel(server, { trip })
    const call = () => server.call(cancelParcel, { tracking_id: parcel.tracking_id }, { as })
    const { data } = await call()
    expect(data).toMatchObject({
      tracking: { state: 'cancelled' },
      refunds: [],
      can: { pay: false, cancel: false, renew_pin: false },
    })
    expect((await call()).problem.code).toBe('parcel_closed')
  })

  test('what is on the bus can no longer be called off, even when a scan holds it there', async () => {
    const { parcel, as, operator } = await aPaidParcel(server, { trip })
    const { tracking_id } = parcel
    const call = () => server.call(cancelParcel, { tracking_id }, { as })
    await sendScans(server, operator, [aParcelScan(tracking_id, 'loaded')])
    expect((await call()).problem.code).toBe('parcel_loaded')
    await sendScans(server, operator, [
      aParcelScan(tracking_id, 'on_hold', { occurred_at: new Date().toISOString() }),
    ])
    expect((await call()).problem.code).toBe('parcel_loaded')
  })
})
