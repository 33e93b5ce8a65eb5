import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCalendar, getTicketPdf, listTickets, getReceiptPdf } from '#contract/tickets/endpoints'
import { findTrips, getTrip } from '#contract/trips/endpoints'
import { writeBaseLists } from '#server/db/base/index'
import { sql } from '#server/db/sql'
import { readBookingWithTickets, writeTicketMail, writeTicketSms } from '#server/rooms/tickets'
import { importTimetable } from '#server/rooms/timetables'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aMoroccoLikeFeed, aZip, joinCsvLines } from '#tests/support/files/feeds'
import { parsePdfText } from '#tests/support/files/pdf-text'
import { aServer } from '#tests/support/server/test-server'

/* The ticket of an imported feed, whose cities were derived from its stops. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const fares = {
  'fare_attributes.txt': joinCsvLines('fare_id,price,currency_type,payment_method', 'F,100,MAD,0'),
  'fare_rules.txt': joinCsvLines('fare_id,route_id', 'F,L0', 'F,L2', 'F,L4'),
}

beforeAll(async () => {
  await writeBaseLists(db)
  const feed = aZip({ ...aMoroccoLikeFeed(), ...fares })
  await importTimetable(db, feed, { name: 'morocco', rates: { MAD: 150 } })
})

/** A paid ticket for the route between two cities, from this park. */
async function aTicket(from: string, to: string, park: string) {
  const { rows: days } = await sql<{ day: string }>`
    select to_char(lagos_today() + 2, 'YYYY-MM-DD') as day`.execute(db)
  const query = { passengers: 1, sort: 'departure' as const, page: 1, date: days[0]?.day ?? '' }
  const found = await server.call(findTrips, { from, to, ...query })
  const id = found.data.find((one) => one.from.park.name === park)?.id ?? ''
  const trip = (await server.call(getTrip, { id })).data
  const free = trip.seats.find(({ state }) => state === 'free')?.number ?? 0
  const { booking, as } = await aPaidBooking(server, id, [free])
  const { rows: made } = await sql<{ id: string }>`
    select id from booking where reference = ${booking.reference}`.execute(db)
  return { id: made[0]?.id ?? '', reference: booking.reference, as }
}

test.each([
  ['casablanca', 'marrakech', 'Casa-Voyageurs', 'Casablanca', 'Marrakech'],
  ['casablanca', 'sale', 'Casa-Port', 'Casablanca', 'Salé'],
  ['rabat', 'fes', 'Rabat-Ville', 'Rabat', 'Fès'],
])(
  'SMS, mail, PDF, page and calendar of a ticket from %s to %s name these two cities',
  async (from, to, park, start, end) => {
    const { id, reference, as } = await aTicket(from, to, park)
    const plain = (city: string) => city.normalize('NFD').replace(/\p{M}/gu, '')
    const found = await readBookingWithTickets(server.host, id)
    const [sms] = writeTicketSms(found)
    expect(sms?.text).toContain(`. ${plain(start)} to ${plain(end)}, `)
    expect(sms?.text).toContain(`Be at ${park} by`)
    const mail = writeTicketMail(found)
    expect(mail?.subject).toMatch(new RegExp(`^Your ticket: ${start} to ${end}, `))
    expect(mail?.text).toContain(`${start} to ${end}, `)
    expect(mail?.html).toMatch(new RegExp(`<h1[^>]*>${start} to ${end}</h1>`))
    expect(mail?.text).toContain(`Be at ${park}, ${start}, by `)

    const [ticket] = (await server.call(listTickets, { reference }, { as })).data
    expect(ticket?.share_text).toBe(sms?.text)
    const page = await server.app.inject(new URL(ticket?.link ?? '').pathname)
    expect(page.body).toContain(`<h1>${start} to ${end}</h1>`)
    const papers = [
      (await server.call(getTicketPdf, { reference }, { as })).bytes,
      (await server.call(getReceiptPdf, { reference }, { as })).bytes,
    ]
    for (const words of papers.map(parsePdfText)) {
      expect(words).toContain(start)
      expect(words).toContain(end)
    }
    const calendar = (await server.call(getCalendar, { reference }, { as })).text
    expect(calendar).toContain(start)
    expect(calendar).toContain(end)
  },
)
