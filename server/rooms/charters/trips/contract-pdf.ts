import { describeFuelAndTolls } from '#contract/charters/rules'
import { formatCount } from '#contract/quantities'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { getCharterContract as contractEndpoint } from '#contract/charters/trips/endpoints'
import type { Charter } from '#contract/charters/trips/model'
import { airportCancellationTiers, charterCancellationTiers } from '#contract/charters/trips/rules'
import { formatNaira } from '#contract/money'
import { homeZone, product } from '#contract/product'
import type { Context } from '#server/context'
import { formatPhone } from '#contract/phone'
import { formatLocalTime } from '#server/platform/local-time'
import {
  a4,
  drawPdf,
  drawFoot,
  grey,
  drawHead,
  drawWrappedRow,
  type Pdf,
  drawRule,
} from '#server/platform/pdf'
import { getCharter } from './trips.ts'

/**
 * Returns the contract of the caller's charter as a PDF. Throws `not_found`, `charter_closed` if nothing is paid yet.
 */
export async function getCharterContract(ctx: Context, input: Input<typeof contractEndpoint>) {
  const charter = await getCharter(ctx, input)
  if (!charter.can.contract)
    throw makeRefusal('charter_closed', { detail: 'The contract comes with the first payment.' })
  return {
    body: await contractPdf(charter),
    file_name: `charter-${charter.reference}.pdf`,
  }
}

const when = (instant: string) => {
  const { date, time } = formatLocalTime(instant, homeZone)
  return `${date}, ${time}`
}

/** Draws the contract as a PDF: customer, vehicle, time, place, price by line, and cancellation fees. */
function contractPdf(charter: Charter): Promise<Buffer> {
  return drawPdf(a4, `${product.name} charter ${charter.reference}`, (pdf) => {
    let y = drawHead(pdf, `Charter contract ${charter.reference}`)
    y = rows(pdf, y, aboutOf(charter))
    y = heading(pdf, y, 'Where')
    y = rows(
      pdf,
      y,
      charter.stops.map(({ city, address }, index) => [`${index + 1}. ${city}`, address ?? '']),
    )
    y = heading(pdf, y, 'Price')
    y = rows(
      pdf,
      y,
      charter.price.lines.map(({ label, amount_kobo }) => [label, formatNaira(amount_kobo)]),
    )
    y = drawWrappedRow(pdf, 'Total', formatNaira(charter.price.total_kobo), y, { bold: true })
    y = heading(pdf, y, 'Payments')
    y = rows(
      pdf,
      y,
      charter.instalments.map(({ kind, amount_kobo, state, due_at, paid_at }) => [
        `${partNames[kind]}, ${state === 'paid' && paid_at !== null ? `paid ${when(paid_at)}` : `due ${when(due_at)}`}`,
        formatNaira(amount_kobo),
      ]),
    )
    y = heading(pdf, y, 'If you cancel, we keep this much of the price')
    const tiers = charter.kind === 'airport' ? airportCancellationTiers : charterCancellationTiers
    y = rows(
      pdf,
      y,
      tiers.map(({ sentence }) => [sentence, '']),
    )
    drawWrappedRow(pdf, 'If the operator does not come, you get a full refund.', '', y, {
      color: grey,
    })
    drawFoot(pdf)
  })
}

const partNames = { deposit: 'Deposit', balance: 'Balance', all: 'Full payment' }

function aboutOf(charter: Charter): [string, string][] {
  const { contact, operator, vehicle, driver, flight, luggage, offer_terms } = charter
  const all: [string, string | null | undefined][] = [
    ['Chartered by', contact && `${contact.full_name}, ${formatPhone(contact.phone)}`],
    [
      'Operator',
      operator.phone === null ? operator.name : `${operator.name}, ${formatPhone(operator.phone)}`,
    ],
    ['Vehicle', `${vehicle.name}, ${formatCount(vehicle.seats, 'seat')}, with driver`],
    [
      'Fuel',
      offer_terms === null ? describeFuelAndTolls(charter.kind, vehicle.fuel_included) : null,
    ],
    ['Starts', when(charter.starts_at)],
    ['Last day', charter.until],
    ['Travellers', String(charter.travellers)],
    ['Luggage', luggage],
    ['Flight', flight?.number],
    ['Name board', flight?.name_board],
    ['Driver', driver && `${driver.name}, ${formatPhone(driver.phone)}, ${driver.plate}`],
    ['Also agreed', offer_terms],
  ]
  return all.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []))
}

function heading(pdf: Pdf, y: number, title: string): number {
  const below = drawWrappedRow(pdf, title, '', y + 14, { bold: true })
  drawRule(pdf, below - 27)
  return below + 1
}

function rows(pdf: Pdf, from: number, all: readonly (readonly [string, string])[]): number {
  let y = from
  for (const [label, value] of all) y = drawWrappedRow(pdf, label, value, y)
  return y + 4
}
