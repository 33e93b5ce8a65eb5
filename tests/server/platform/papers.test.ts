import { afterAll, expect, test } from 'vitest'
import { getTicketPdf, getReceiptPdf } from '#contract/tickets/endpoints'
import { runAsJob } from '#server/db/current-work'
import {
  a5,
  a6,
  drawFoot,
  drawHead,
  drawPdf,
  drawWrappedRow,
  toPrintable,
  writeText,
} from '#server/platform/pdf'
import { sql } from '#server/db/sql'
import { transliterate } from '#server/platform/transliterate'
import { aPaidBooking, makeTravellers } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { parsePdfText } from '#tests/support/files/pdf-text'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const written = async (...lines: string[]) =>
  parsePdfText(
    await drawPdf(a6, 'Words', (paper) => {
      paper.addPage()
      for (const [at, line] of lines.entries()) writeText(paper, line, 20, 20 + at * 20)
    }),
  ).split('\n')

test('a PDF says naira and the names of Nigeria as they are written', async () => {
  const lines = [
    '₦12,500',
    '−₦2,500.50',
    'Ẹpẹ',
    'Ọ̀yọ́',
    'Àjàyí Ọláìtán',
    'Ƙabiru Ɗan Ɓature ƴan',
    'Ụ̀nwụ̄ Ị́be',
  ]
  expect(await written(...lines)).toEqual(lines.map((line) => line.normalize('NFC')))
})

test('the papers of one person keep nobody else waiting, and not too many of them wait', async () => {
  const order: string[] = []
  const draw = (person: string) =>
    runAsJob(person, () => drawPdf(a6, 'Words', (paper) => void paper.addPage())).then(() =>
      order.push(person),
    )
  const flood = Promise.allSettled(Array.from({ length: 65 }, () => draw('flood')))
  await draw('ada')
  expect(order.length).toBeLessThan(5)
  const ends = await flood
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 4 }, () => 'too_many_requests'))
}, 30_000)

test('letters drawn in parts leave the others as they are', async () => {
  expect(await written('Ẹrẹ ẹyẹ', 'eye office', 'Ọdọ odo')).toEqual([
    'Ẹrẹ ẹyẹ',
    'eye office',
    'Ọdọ odo',
  ])
})

test('what the font has no letter for is spelt, and what is nothing is a dash', () => {
  expect(toPrintable('王小明')).toBe('WangXiaoMing')
  expect(toPrintable('محمد Musa')).toBe('mhmd Musa')
  expect(toPrintable('Ada 🎉\u202e\n Obi')).toBe('Ada Obi')
  expect(toPrintable('🎉 ')).toBe('-')
})

test('an SMS says the same in plain letters', () => {
  expect(transliterate('₦1,500 → Ọ̀yọ́ · Ƙabiru’s 🎉 bus, Жуков')).toBe(
    "NGN 1,500 to Oyo - Kabiru's bus, Zhukov",
  )
  expect(transliterate('a\u0000\u202eb\u0300\n\tc')).toBe('ab c')
})

test('tickets and receipts carry the letters they use, not a whole font', async () => {
  const trip = await aTrip(db)
  const seats = trip.sellable.slice(0, 1)
  const over = makeTravellers(seats)
  Object.assign(over.passengers[0] ?? {}, { full_name: 'Ọláìtán Adébáyọ̀ Ẹpẹ' })
  const { booking, as } = await aPaidBooking(server, trip.id, seats, over)
  const { reference } = booking
  const ticket = await server.call(getTicketPdf, { reference }, { as })
  expect(parsePdfText(ticket.bytes)).toContain('Ọláìtán Adébáyọ̀ Ẹpẹ'.normalize('NFC'))
  const receipt = await server.call(getReceiptPdf, { reference }, { as })
  expect(parsePdfText(receipt.bytes)).toMatch(/Total\n₦\d/)
  for (const { bytes } of [ticket, receipt]) expect(bytes.length).toBeLessThan(30_000)
})

/** The text of a PDF without white space, since a long name is on several lines. */
const unbroken = (pdf: Buffer) => parsePdfText(pdf).replaceAll(/\s+/g, '')
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

/** Six names of 80 characters, the most that a form takes: many words, one word, capitals, tone marks. */
const longNames = [
  'Oluwatobiloba Oluwaseun Temitope Adebayo Olorunfemi-Okonkwo Chukwuemeka Nwachukw',
  'Ọláìtán Adébáyọ̀ Ẹniọlá Ọ̀nàọlápọ̀ Ọlọ́runfẹ́mi Ìyábọ̀dé Àjọkẹ́'.padEnd(80, 'ọ'),
  'WILHELMINA '.repeat(7).padEnd(80, 'W').slice(0, 80),
  'W'.repeat(80),
  'Mohammed '.repeat(9).slice(0, 80).trim().padEnd(80, 'd'),
  `Ebenezer ${'Nwokochaekwueme'.repeat(5)}`.slice(0, 80),
].map((name) => name.normalize('NFC'))

test('names of 80 letters are whole on ticket and receipt, and so are all travellers', async () => {
  const name = 'The Incorporated Trustees of the Progressive Luxury Transporters of Umuahia Ibeku'
  const operator_id = await anOperator(db, { name })
  const trip = await aTrip(db, { operator_id, vehicle: 'hiace-15' })
  await sql`update motor_park set name = name || ' ' || ${name}`.execute(db)
  const seats = trip.sellable.slice(0, 6)
  const over = makeTravellers(seats)
  over.passengers.forEach((one, at) => Object.assign(one, { full_name: longNames[at] }))
  over.contact.full_name = longNames[3] ?? ''
  const { booking, as } = await aPaidBooking(server, trip.id, seats, over)
  const { reference } = booking
  const ticket = await server.call(getTicketPdf, { reference }, { as })
  const receipt = await server.call(getReceiptPdf, { reference }, { as })
  for (const { bytes } of [ticket, receipt]) {
    const text = unbroken(bytes)
    for (const one of [...longNames, name]) expect(text).toContain(one.replaceAll(/\s+/g, ''))
    expect(text).not.toContain('…')
  }
  expect(unbroken(ticket.bytes)).toContain(
    booking.from_park.name.replaceAll(/\s+/g, '').normalize('NFC'),
  )
  expect([pagesOf(ticket.bytes), pagesOf(receipt.bytes)]).toEqual([6, 1])
})

test('a row that needs another page goes on there, and none is lost', async () => {
  const bytes = await drawPdf(a5, 'Rows', (pdf) => {
    let y = drawHead(pdf, 'Rows')
    for (let row = 1; row <= 60; row += 1) y = drawWrappedRow(pdf, `Row ${row}`, `${row} naira`, y)
    drawFoot(pdf)
  })
  const text = parsePdfText(bytes)
  for (let row = 1; row <= 60; row += 1) expect(text).toContain(`Row ${row}\n${row} naira`)
  expect(pagesOf(bytes)).toBe(3)
})

test('others have their turn between the steps of a long PDF', async () => {
  const seen: string[] = []
  await drawPdf(a6, 'Long', function* pages(pdf) {
    pdf.addPage()
    for (let step = 0; step < 3; step += 1) {
      setImmediate(() => seen.push('others'))
      seen.push('step')
      yield
    }
  })
  expect(seen).toEqual(['step', 'others', 'step', 'others', 'step', 'others'])
})
