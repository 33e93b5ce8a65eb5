import { formatCount, formatDuration } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { product } from '#contract/product'
import type { TripReport } from '#contract/sharing/model'
import type { Context } from '#server/context'
import { escapeHtml } from '#server/platform/escape-html'
import { formatPhone } from '#contract/phone'
import { findByGuessableCode } from '#server/platform/guessing'
import { formatLocalTime } from '#server/platform/local-time'
import { toBooking, readBooking } from '#server/rooms/bookings'
import {
  findLinkByCodeHash,
  findTripProgress,
  findTripUpdates,
  type TripProgress,
} from './repository.ts'
import { hashLinkCode, haveLinksExpired } from './service.ts'
import { renderScriptlessPage } from './sheet.ts'

/** Seconds after which an open page reloads. */
const again_s = 120

/**
 * Headers that hide the URL, which contains the code, from search engines and from pages that a reader opens by a link.
 */
const secret = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' }

interface PageAnswer {
  status?: number
  headers: Record<string, string>
  html: string
}

/**
 * Renders the page behind a link to follow a trip: below 15 kB, without script, for anyone with the code. The page
 * reloads during the trip and includes delays. It closes a day after the expected arrival, or when the traveller ends
 * the link.
 */
export async function renderFollowPage(ctx: Context, code: string): Promise<PageAnswer> {
  // A malformed code is a typing error, so it does not count towards the limit of guesses.
  const link = /^[0-9A-HJKMNP-TV-Z]{26}$/i.test(code)
    ? await findByGuessableCode(ctx, () => findLinkByCodeHash(ctx.db, hashLinkCode(code)))
    : undefined
  if (link === undefined)
    return closed(
      404,
      'No trip here',
      'No trip has this link. Check it, or ask the person who sent it.',
    )
  const row = await readBooking(ctx.db, link.booking_id)
  const road = await findTripProgress(ctx.db, row.id)
  if (link.ended_at !== null || haveLinksExpired(road))
    return closed(
      410,
      'This link has ended',
      'The person who sent it has ended it, or the trip is over. Ask them for a new one.',
    )
  const signs = await findTripUpdates(ctx.db, row.id)
  const seen: FollowedTrip = { booking: await toBooking(ctx.db, row), road, signs }
  const isDone = stateOf(seen).isDone
  return {
    headers: { ...secret, ...(!isDone && { refresh: String(again_s) }) },
    html: renderScriptlessPage('Follow the trip', inside(seen, isDone)),
  }
}

const closed = (status: number, title: string, words: string): PageAnswer => ({
  status,
  headers: secret,
  html: renderScriptlessPage(
    title,
    `<h1>${title}</h1><p>${words}</p><p><a href="/">Go to ${product.name}</a></p>`,
  ),
})

interface FollowedTrip {
  booking: Booking
  road: TripProgress
  /** The travellers' updates, newest first. */
  signs: readonly TripReport[]
}

/** Returns the headline. `isDone`: the page will not change any more, so it need not reload. */
function stateOf({ booking, road, signs }: FollowedTrip): {
  words: string
  kind: string
  isDone: boolean
} {
  const { zone } = booking.trip
  const at = (instant: Date | string) => formatLocalTime(instant, zone).time
  const arrived = signs.find(({ kind }) => kind === 'arrived')
  if (booking.status === 'cancelled' || booking.status === 'operator_cancelled')
    return { kind: 'stop', words: 'This trip was cancelled. Nobody is on the road.', isDone: true }
  if (arrived) {
    const words = `${firstNames(booking)} confirmed arrival at ${at(arrived.said_at)}.`
    return { kind: 'good', words, isDone: true }
  }
  const late = booking.delay_minutes ?? 0
  const lateWords = late > 0 ? `, ${formatDuration(late)} later than planned` : ''
  if (road.now < road.boards_at) {
    const words = `The bus leaves on ${formatLocalTime(road.boards_at, zone).date} at ${at(road.boards_at)}${lateWords}.`
    return { kind: late > 0 ? 'mind' : 'plain', words, isDone: false }
  }
  if (road.now < road.due_at) {
    const words = `On the road. Expected at ${at(road.due_at)}${lateWords}.`
    return { kind: late > 0 ? 'mind' : 'plain', words, isDone: false }
  }
  const words = `The bus was due at ${at(road.due_at)}. They have not confirmed their arrival yet. Often the phone is off: call them, or the operator.`
  return { kind: 'mind', words, isDone: false }
}

/**
 * Returns the travellers' first names, such as `Ada` or `Ada and 2 others`. People with the link know who that is, so
 * no surname is needed.
 */
function firstNames({ passengers }: Booking): string {
  const names = passengers
    .filter(({ state }) => state === 'travelling')
    .map(({ full_name }) => full_name.split(' ')[0] ?? '')
  const [first = 'Your traveller'] = names
  if (names.length <= 1) return first
  return names.length === 2 ? names.join(' and ') : `${first} and ${names.length - 1} others`
}

function inside(seen: FollowedTrip, isDone: boolean): string {
  const { booking, road } = seen
  const { trip } = booking
  const state = stateOf(seen)
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  const arrives = formatLocalTime(trip.arrives_at, trip.zone)
  const list = rowsOf(seen)
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
    .join('')
  const asked = formatLocalTime(road.now, trip.zone)
  return `<h1>${escapeHtml(firstNames(booking))}: ${escapeHtml(trip.from.city.name)} to ${escapeHtml(trip.to.city.name)}</h1>
<p class="state ${state.kind}" role="status">${escapeHtml(state.words)}</p>
<p class="road"><span><b>${leaves.time}</b><br>${escapeHtml(trip.from.city.name)}</span><i></i><span><b>${arrives.time}</b><br>${escapeHtml(trip.to.city.name)}</span></p>
<p class="soft">As planned, ${leaves.date}.</p><dl>${list}</dl>
<p class="soft">As of ${asked.time}. ${isDone ? '' : `This page updates every ${formatCount(again_s / 60, 'minute')}. `}<a href="">Update now</a></p>
<small>You see this because somebody sent you the link. It shows no exact place unless they write it, and stops working a day after arrival.</small>`
}

function rowsOf({ booking, road, signs }: FollowedTrip): [name: string, html: string][] {
  const { trip, plate, note, operator_phone, from_park, to_park } = booking
  const at = (instant: Date | string) => {
    const { date, time } = formatLocalTime(instant, trip.zone)
    return `${time}, ${date}`
  }
  const driver = [road.driver_name && escapeHtml(road.driver_name), called(road.driver_phone)]
  const rows: [string, string | false | null][] = [
    ['Leaves', late(trip.departs_at, road.boards_at) && `<b>${at(road.boards_at)}</b>`],
    ['Expected', `<b>${at(road.due_at)}</b>`],
    ['Last update', lastSign(signs, road, at)],
    [
      'Operator',
      [escapeHtml(trip.operator.name), called(operator_phone)].filter(Boolean).join(' · '),
    ],
    ['Plate', plate === null ? 'Not known yet' : `<b>${escapeHtml(plate)}</b>`],
    ['Driver', driver.filter(Boolean).join(' · ') || 'Not given by the operator'],
    ['From', `${escapeHtml(from_park.name)}, ${escapeHtml(from_park.city.name)}`],
    ['To', `${escapeHtml(to_park.name)}, ${escapeHtml(to_park.city.name)}`],
    ['From the operator', note ? escapeHtml(note) : null],
  ]
  return rows.filter((row): row is [string, string] => typeof row[1] === 'string')
}

const late = (planned: string, now: Date) => Date.parse(planned) !== now.getTime()

const called = (phone: string | null) =>
  phone && `<a href="tel:${escapeHtml(phone)}">${escapeHtml(formatPhone(phone))}</a>`

/** Returns the latest known state: a traveller's update, or boarding. */
function lastSign(
  signs: readonly TripReport[],
  road: TripProgress,
  at: (instant: Date | string) => string,
) {
  const [sign] = signs
  const boarded = road.boarded_at
  if (sign !== undefined && (boarded === null || Date.parse(sign.said_at) >= boarded.getTime())) {
    const words = sign.kind === 'arrived' ? 'Confirmed arrival' : 'Said all is well'
    return `${words}${sign.place === null ? '' : `: “${escapeHtml(sign.place)}”`}<br>${at(sign.said_at)}`
  }
  if (boarded !== null) return `Boarded the bus<br>${at(boarded)}`
  return 'None yet'
}
