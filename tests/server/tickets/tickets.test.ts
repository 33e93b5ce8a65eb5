import decodeQR from 'qr/decode.js'
import encodeQR from 'qr'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { cancelBooking, rescheduleBooking } from '#contract/bookings/endpoints'
import {
  getCalendar,
  getTicketPdf,
  listTicketKeys,
  listTickets,
  getReceiptPdf,
} from '#contract/tickets/endpoints'
import { sql } from '#server/db/sql'
import { formatLocalTime } from '#server/platform/local-time'
import {
  verifyTicketCode,
  signTicket,
  readBookingWithTickets,
  writeTicketMail,
  writeTicketSms,
  type TicketClaims,
} from '#server/rooms/tickets'
import { aHold, aPaidBooking, makeTravellers } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'
import { aTicketKey } from '#tests/support/makers/tickets'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

/** Reads the email with a booking's tickets. */
const mailOf = async (reference: string) =>
  writeTicketMail(await readBookingWithTickets(server.host, await idOf(reference)))

async function idOf(reference: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select id from booking where reference = ${reference}`.execute(db)
  return rows[0]?.id ?? ''
}

const key = aTicketKey(7)

/** Modules per side, without the quiet zone. */
const sizeOf = (payload: string) =>
  encodeQR(payload, 'raw', { ecc: 'medium', border: 1 }).length - 2

const longest: TicketClaims = {
  kid: 7,
  ticket_id: Uint8Array.from(randomBytes(8)),
  trip_id: crypto.randomUUID(),
  departs_at: new Date('2026-11-22T06:00:00Z'),
  seat: 59,
  leg_from: 0,
  leg_to: 30,
  name: 'A OKONKWO-ADEYEM',
  issue: 2,
}

test('whatever a ticket says, reading it gives back exactly that, and its QR has at most 49 modules', () => {
  const claims = fc.record({
    kid: fc.constant(7),
    ticket_id: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    trip_id: fc.uuid(),
    departs_at: fc
      .integer({ min: 28_000_000, max: 60_000_000 })
      .map((minutes) => new Date(minutes * 60_000)),
    seat: fc.integer({ min: 1, max: 80 }),
    leg_from: fc.integer({ min: 0, max: 199 }),
    leg_to: fc.integer({ min: 1, max: 200 }),
    name: fc.string({
      unit: fc.constantFrom('A', 'O', 'Z', '-', ' '),
      minLength: 1,
      maxLength: 16,
    }),
    issue: fc.integer({ min: 1, max: 100 }),
  })
  fc.assert(
    fc.property(claims, (said) => {
      const payload = signTicket(said, [key])
      expect(verifyTicketCode(payload, [key])).toEqual(said)
      expect(signTicket(said, [key])).toBe(payload)
      expect(sizeOf(payload)).toBeLessThanOrEqual(49)
    }),
    { numRuns: 200 },
  )
})

test('every flip of a bit, every cut and every other key is refused', () => {
  const payload = signTicket(longest, [key])
  expect(verifyTicketCode(payload, [key])).toEqual(longest)
  for (let at = 0; at < payload.length; at += 1) {
    for (let bit = 0; bit < 7; bit += 1) {
      const flipped = String.fromCharCode(payload.charCodeAt(at) ^ (1 << bit))
      expect(
        verifyTicketCode(payload.slice(0, at) + flipped + payload.slice(at + 1), [key]),
      ).toBeUndefined()
    }
    expect(verifyTicketCode(payload.slice(0, at), [key])).toBeUndefined()
  }
  expect(verifyTicketCode(payload, [aTicketKey(7)])).toBeUndefined()
  expect(verifyTicketCode(payload, [{ ...key, kid: 8 }])).toBeUndefined()
  expect(verifyTicketCode(payload, [{ ...key, state: 'revoked' }])).toBeUndefined()
  expect(verifyTicketCode(payload, [{ ...key, state: 'verify_only' }])).toEqual(longest)
  for (const alien of [
    '',
    'T1:',
    'T1:A',
    'https://example.com',
    `${payload}00`,
    payload.toLowerCase(),
  ]) {
    expect(verifyTicketCode(alien, [key])).toBeUndefined()
  }
})

test('the tickets of a paid booking are proved with the keys anyone may fetch', async () => {
  const trip = await aTrip(db)
  const seats = trip.sellable.slice(0, 2)
  const { booking, as } = await aPaidBooking(server, trip.id, seats)
  const { data } = await server.call(listTickets, { reference: booking.reference }, { as })
  const keys = await server.call(listTicketKeys, {})
  expect(keys.text).not.toContain('private')
  expect(data.map(({ seat, status }) => [seat, status])).toEqual(
    seats.map((seat) => [seat, 'valid']),
  )
  for (const ticket of data) {
    const image = encodeQR(ticket.payload, 'raw', { ecc: 'medium', border: 4, scale: 4 })
    expect(image.length / 4 - 8).toBeLessThanOrEqual(49)
    const claims = verifyTicketCode(decodeQR(asPicture(image)), keys.data)
    expect(claims).toMatchObject({
      trip_id: trip.trip_id,
      seat: ticket.seat,
      leg_from: 0,
      leg_to: 1,
      issue: 1,
    })
    expect(claims?.name).toMatch(/^A [A-Z]+$/)
    expect(claims?.departs_at.toISOString()).toBe(booking.trip.departs_at)
    expect(ticket.share_text.length).toBeLessThanOrEqual(300)
    expect(ticket.share_text).toContain(ticket.link)
    expect(ticket.share_text).toMatch(/^[\x20-\x7e]+$/)
  }
})

function asPicture(rows: boolean[][]) {
  const size = rows.length
  const data = new Uint8ClampedArray(size * size * 4)
  for (const [at, dark] of rows.flat().entries())
    data.set(dark ? [0, 0, 0, 255] : [255, 255, 255, 255], at * 4)
  return { width: size, height: size, data }
}

test('before the money there is no ticket, and nobody else’s', async () => {
  const trip = await aTrip(db)
  const { booking, as } = await aHold(server, trip.id, trip.sellable.slice(0, 1))
  for (const endpoint of [listTickets, getTicketPdf, getReceiptPdf, getCalendar]) {
    const { reference } = booking
    expect((await server.call(endpoint, { reference }, { as })).problem.code).toBe(
      'ticket_not_ready',
    )
    expect((await server.call(endpoint, { reference })).status).toBe(404)
  }
})

test('PDF, receipt and calendar come out for names of every script', async () => {
  const trip = await aTrip(db)
  const seats = trip.sellable.slice(0, 3)
  const over = makeTravellers(seats)
  for (const [at, name] of ['Ọláìtán Adébáyọ̀', '王小明', 'José Ɓature'].entries()) {
    Object.assign(over.passengers[at] ?? {}, { full_name: name })
  }
  const { booking, as } = await aPaidBooking(server, trip.id, seats, over)
  const { reference } = booking
  const pdf = await server.call(getTicketPdf, { reference }, { as })
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.bytes.toString('latin1')).toMatch(/^%PDF-[\s\S]*\/Count 3[\s\S]*%%EOF\s*$/)
  const receipt = await server.call(getReceiptPdf, { reference }, { as })
  expect(receipt.bytes.toString('latin1')).toMatch(/^%PDF-[\s\S]*\/Count 1[\s\S]*%%EOF\s*$/)
  const calendar = await server.call(getCalendar, { reference }, { as })
  expect(calendar.headers['content-type']).toContain('text/calendar')
  const lines = calendar.text.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(calendar.text.replaceAll('\r\n ', '')).toContain(
    'LOCATION:Lagos Park\\, 1 Park Road\\, Lagos',
  )
  expect(lines.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(2)
})

test('a calendar survives names of several lines', async () => {
  const trip = await aTrip(db)
  const { booking, as } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const lines_of_address = 'Gate\r2\nJibowu\u2028Yaba'
  await sql`update motor_park set address = ${lines_of_address} where code = ${booking.from_park.code}`.execute(
    db,
  )
  const { text } = await server.call(getCalendar, { reference: booking.reference }, { as })
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines.find((line) => line.startsWith('LOCATION:'))).toContain(
    String.raw`Gate\n2\nJibowu\nYaba`,
  )
  expect(lines.filter((line) => /[\r\n\u2028]/.test(line))).toEqual([])
})

test('the shared page is small, needs no script, and says when a ticket is cancelled', async () => {
  const trip = await aTrip(db)
  const seats = trip.sellable.slice(0, 2)
  const over = makeTravellers(seats)
  Object.assign(over.passengers[0] ?? {}, { full_name: 'Ada "O&Connor' })
  const { booking, as } = await aPaidBooking(server, trip.id, seats, over)
  const { data } = await server.call(listTickets, { reference: booking.reference }, { as })
  const [first, second] = data
  const open = (code = '') => server.app.inject({ method: 'GET', url: `/t/${code}` })
  const shown = await open(first?.code)
  expect(shown.statusCode).toBe(200)
  expect(Buffer.byteLength(shown.body)).toBeLessThan(15_000)
  expect(shown.body).not.toContain('<script')
  expect(shown.body).toContain('Ada &quot;O&amp;Connor')
  expect(shown.body).toContain('<svg')
  expect(shown.body).toContain('<link rel="icon" href="/icon.svg"')
  expect(shown.body).toContain(booking.reference)
  expect((await open(first?.code.toLowerCase())).statusCode).toBe(200)
  expect((await open('%00')).statusCode).toBe(400)
  for (const wrong of ['NOSUCHCODE1', 'a%2fb', '%F0%9F%98%80', 'x'.repeat(400), "'--"]) {
    const missing = await open(wrong)
    expect([missing.statusCode, missing.body.includes('No ticket here')]).toEqual([404, true])
  }
  await server.call(
    cancelBooking,
    { reference: booking.reference, seats: [second?.seat ?? 0], refund_to: 'source' },
    { as },
  )
  const ended = await open(second?.code)
  expect(ended.body).toContain('This ticket is cancelled')
  expect(ended.body).not.toContain('<svg')
  expect((await open(first?.code)).body).toContain('<svg')
})

test('the shared page says how late the bus is and why, in the words of the ticket in the app', async () => {
  const trip = await aTrip(db)
  const { booking, as } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const { data } = await server.call(listTickets, { reference: booking.reference }, { as })
  const say = async (minutes: number, note: string | null) => {
    await sql`update trip set departs_at = '2027-03-01T05:30:00Z', arrives_at = '2027-03-01T08:30:00Z',
      sales_close_at = '2027-03-01T05:20:00Z', delay_minutes = ${minutes}, note = ${note}
      where id = ${trip.trip_id}`.execute(db)
    const { body } = await server.app.inject({ method: 'GET', url: `/t/${data[0]?.code}` })
    expect(Buffer.byteLength(body)).toBeLessThan(15_000)
    return /<p class="late">(.*?)<\/p>/.exec(body)?.[1]
  }
  expect(await say(0, null)).toBeUndefined()
  expect(await say(120, null)).toBe('<b>Delayed 2 h, now 8:30 AM</b>')
  expect(await say(95, 'Tyre <burst> & "towed"')).toBe(
    '<b>Delayed 1 h 35 min, now 8:05 AM</b><br>Udala Test Motors says: Tyre &lt;burst&gt; &amp; &quot;towed&quot;',
  )
  expect(await say(1110, null)).toBe('<b>Delayed 18 h 30 min, now Tue 2 Mar 2027, 1:00 AM</b>')
  expect(await say(0, 'Gate 4')).toBe('Udala Test Motors says: Gate 4')
})

test('the shared page and the mail say when and at which park the bus arrives, and the day when it is another', async () => {
  // At 6 PM in Lagos, on a day that is on sale.
  const departs_at = new Date(Date.now() + 5 * 86_400_000)
  departs_at.setUTCHours(17, 0, 0, 0)
  const inDays = (days: number) => new Date(departs_at.getTime() + days * 86_400_000)
  const nextDay = formatLocalTime(inDays(1), 'Africa/Lagos').date
  const say = async (minutes: number) => {
    const trip = await aTrip(db, { minutes })
    await sql`update trip set departs_at = ${departs_at}, arrives_at = ${inDays(1)},
      sales_close_at = ${departs_at}::timestamptz - interval '10 minutes' where id = ${trip.trip_id}`.execute(
      db,
    )
    const { booking, as } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
    const { data } = await server.call(listTickets, { reference: booking.reference }, { as })
    const { body } = await server.app.inject({ method: 'GET', url: `/t/${data[0]?.code}` })
    expect(Buffer.byteLength(body)).toBeLessThan(15_000)
    const road = /<p class="road">(.*?)<\/p>/.exec(body)?.[1]?.replaceAll(/(?:<[^>]+>)+/g, ' ')
    return [road?.trim(), await mailOf(booking.reference)] as const
  }
  const [overnight, mailed] = await say(880)
  expect(overnight).toBe(`6:00 PM Lagos Lagos Park 8:40 AM Ibadan Ibadan Park arrives ${nextDay}`)
  expect(mailed?.text).toContain(`The bus arrives on ${nextDay} at 8:40 AM, Ibadan Park, Ibadan.`)
  const [sameDay, second] = await say(180)
  expect(sameDay).toBe('6:00 PM Lagos Lagos Park 9:00 PM Ibadan Ibadan Park')
  expect(second?.html).toContain('The bus arrives at 9:00 PM, Ibadan Park, Ibadan.')
})

test('the mail brings the link and the calendar to the contact, and the words of both', async () => {
  const trip = await aTrip(db)
  const { booking } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const mail = await mailOf(booking.reference)
  expect(mail?.to).toBe('ada@example.com')
  expect(mail?.text).toContain(booking.reference)
  expect(mail?.html).toContain('/t/')
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
    `trip-${booking.reference}.ics`,
  ])
})

test('mail and SMS after a move say that it was moved, and the terms that hold now', async () => {
  const trip = await aTrip(db, { departs_in_hours: 12 })
  const later = await aTrip(db, { operator_id: trip.operator_id, departs_in_hours: 72 })
  const { booking, as } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const { reference } = booking
  const sent = async () => {
    const [sms] = writeTicketSms(await readBookingWithTickets(server.host, await idOf(reference)))
    return { mail: await mailOf(reference), sms: sms?.text }
  }
  const before = await sent()
  expect(before.sms).toMatch(/^Bus ticket /)
  expect(before.mail?.text).toContain('Move once')
  const seats = later.sellable.slice(0, 1)
  await server.call(rescheduleBooking, { reference, trip_id: later.id, seats }, { as })
  const { mail, sms } = await sent()
  expect(sms).toMatch(/^Your trip was moved\. Bus ticket /)
  expect(mail?.text).toMatch(/^Your trip was moved\.\n/)
  for (const words of [mail?.text, mail?.html]) {
    expect(words).toContain('the fee is at least what it was when you moved')
    expect(words).not.toContain('Move once')
  }
})
