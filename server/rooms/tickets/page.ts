import type { Booking } from '#contract/bookings/model'
import { product } from '#contract/product'
import { normaliseReference, isReference } from '#contract/reference'
import type { Ticket } from '#contract/tickets/model'
import type { Context } from '#server/context'
import { toBooking, readBooking } from '#server/rooms/bookings'
import { findTicketByCode } from './repository.ts'
import { toTicket } from './service.ts'
import { findByGuessableCode } from '#server/platform/guessing'
import { escapeHtml } from '#server/platform/escape-html'
import { formatParkPlace } from '#contract/trips/rules'
import { formatLocalTime } from '#server/platform/local-time'
import { renderQrSvg } from '#server/platform/barcodes'
import { formatPhone } from '#contract/phone'

/**
 * Renders the page behind a shared ticket's link: below 15 kB, without script, for anyone with the code. For a
 * cancelled, replaced or used ticket, the page says so instead of displaying the QR code.
 */
export async function renderTicketPage(
  ctx: Context,
  code: string,
): Promise<{ status?: number; html: string }> {
  // A malformed code is a typing error, so it does not count towards the limit of guesses.
  const row = isReference(code)
    ? await findByGuessableCode(ctx, () => findTicketByCode(ctx.db, normaliseReference(code)))
    : undefined
  if (row === undefined) {
    const sorry = `<h1>No ticket here</h1><p>No ticket has this code. Check the link, or ask the person who sent it.</p><p><a href="/">Go to ${product.name}</a></p>`
    return { status: 404, html: sheet('No ticket here', sorry) }
  }
  const booking = await toBooking(ctx.db, await readBooking(ctx.db, row.booking_id))
  return {
    html: sheet(`Ticket ${booking.reference}`, stub(booking, toTicket(ctx.config, booking, row))),
  }
}

const whatHappened = {
  cancelled: 'This ticket is cancelled. It is not valid for travel.',
  reissued: 'This ticket was replaced by a newer one. Ask the person who booked to send it.',
  used: 'This ticket was used.',
  valid: '',
} as const

function stub(booking: Booking, ticket: Ticket): string {
  const { trip, from_park: park, operator_phone: phone } = booking
  const isReplaced = ticket.status === 'reissued'
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const arrives = formatLocalTime(trip.arrives_at, trip.zone)
  const report = formatLocalTime(booking.reporting_at, trip.zone)
  const share = encodeURIComponent(ticket.share_text)
  const rows = [
    ['Traveller', escapeHtml(ticket.passenger)],
    ['Seat', `<b>${ticket.seat}</b>`],
    ['Date', escapeHtml(leaves.date)],
    ['Be there by', `<b>${escapeHtml(report.time)}</b>`],
    ['Motor park', escapeHtml(formatParkPlace({ ...park, city: park.city.name }))],
    [
      'Operator',
      escapeHtml(trip.operator.name) +
        (phone === null
          ? ''
          : ` · <a href="tel:${escapeHtml(phone)}">${escapeHtml(formatPhone(phone))}</a>`),
    ],
    ['Bus', escapeHtml(booking.plate ?? 'Ask at the motor park')],
    ['Luggage', escapeHtml(booking.luggage)],
    ['Reference', `<b>${escapeHtml(booking.reference)}</b>`],
    ['Ticket', `${escapeHtml(ticket.code)} · issue ${ticket.issue}`],
  ]
  const name = `<h1>${isReplaced ? 'Ticket replaced' : `${escapeHtml(trip.from.city.name)} to ${escapeHtml(trip.to.city.name)}`}</h1>`
  const day = arrives.date === leaves.date ? '' : `<small>arrives ${arrives.date}</small>`
  const road = `<p class="road">${end(leaves.time, trip.from)}<i></i>${end(arrives.time, trip.to, day)}</p>`
  const list = `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`
  const links = `<p class="share"><a href="sms:?&body=${share}">Send by SMS</a> <a href="https://wa.me/?text=${share}">Send by WhatsApp</a></p>`
  return ticket.status === 'valid'
    ? `${name}${late(booking)}${road}${renderQrSvg(ticket.payload)}<p>Show this code when you board. A screenshot works too.</p><hr>${list}${links}<small>${escapeHtml(trip.refund_policy)}</small>`
    : `<p class="stop" role="alert">${whatHappened[ticket.status]}</p>${name}${isReplaced ? '' : road + list}`
}

/** Renders one end of the trip: time, city, motor park. */
function end(time: string, { city, park }: Booking['trip']['from'], more = ''): string {
  return `<span><b>${time}</b><br>${escapeHtml(city.name)}<small>${escapeHtml(park.name)}</small>${more}</span>`
}

/** Renders the operator's latest update, as in the app: the delay, and the operator's note. */
function late({ trip, delay_minutes = 0, note }: Booking): string {
  const says = note ? `<br>${escapeHtml(trip.operator.name)} says: ${escapeHtml(note)}` : ''
  if (delay_minutes === 0) return says && `<p class="late">${says.slice(4)}</p>`
  const planned = formatLocalTime(trip.departs_at, trip.zone)
  const now = formatLocalTime(
    new Date(Date.parse(trip.departs_at) + delay_minutes * 60_000),
    trip.zone,
  )
  const at = now.date === planned.date ? now.time : `${now.date}, ${now.time}`
  return `<p class="late"><b>Delayed ${duration(delay_minutes)}, now ${at}</b>${says}</p>`
}

/** Formats minutes as `1 h 30 min`. */
function duration(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ')
}

const style = `:root{color-scheme:light dark;--paper:#fff;--ink:#1d1a12;--ground:#f4f1ea;--soft:#5d574a}
@media(prefers-color-scheme:dark){:root{--paper:#221f17;--ink:#f5f1e6;--ground:#14120d;--soft:#b8b09c}}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.45 system-ui,sans-serif}
main{max-width:26rem;margin:1rem auto;background:var(--paper);border-radius:14px;overflow:hidden}
header{background:#f9b000;color:#1d1a12;padding:.7rem min(1.2rem,24px);font-weight:700;border-bottom:6px double #1d1a12}
section{padding:.4rem min(1.2rem,24px) 1.2rem;container-type:inline-size}h1{font-size:1.15rem;margin:.6rem 0 0}.road{display:grid;grid-template-columns:1fr 1.5rem 1fr;gap:.6rem}
.road b{font-size:1.6rem;font-variant-numeric:tabular-nums}.road small{display:block}.road i{border-top:2px solid;margin-top:1.2rem}.road span:last-child{text-align:right}
dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1rem;margin:0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@container(width<16rem){dl,.road{display:block}dd+dt{margin-top:.4rem}.road span{display:block}.road i{display:none}}
hr{border:0;border-top:2px dashed var(--soft);margin:1.2rem max(-1.2rem,-24px)}svg{display:block;width:100%;max-width:20rem;margin:auto;border-radius:6px}
a{color:inherit}.share a{display:inline-block;min-height:44px;line-height:44px;padding:0 1rem;margin:.2rem 0;background:var(--ink);color:var(--paper);border-radius:8px;text-decoration:none}
.stop{background:#b3261e;color:#fff;padding:.8rem 1rem;border-radius:8px;font-weight:700}.late{background:#f9b000;color:#1d1a12;padding:.6rem .8rem;border-radius:8px;margin:.6rem 0 0}small{color:var(--soft)}`

function sheet(title: string, inside: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/icon.svg" type="image/svg+xml"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${product.name}</title><style>${style}</style></head><body><main><header>${product.name}</header><section>${inside}</section></main></body></html>`
}
