import { makeRefusal } from '#contract/errors'
import { normaliseReference } from '#contract/reference'
import { homeZone } from '#contract/product'
import type { MessageTopic, MessageTopicInput, DeskHours } from '#contract/support/model'
import { supportClosesAtHour, supportHours, supportOpensAtHour } from '#contract/support/rules'
import type * as z from 'zod/mini'
import type { Input, Output } from '#contract/endpoint'
import type { getDeskHours as getDeskHoursEndpoint } from '#contract/support/endpoints'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { formatLocalTime } from '#server/platform/local-time'
import { requireUser } from '#server/rooms/accounts'
import { listBookingsById } from '#server/rooms/bookings'
import * as repository from './about-repository.ts'
import { findAddressee } from './repository.ts'

/**
 * Returns the subject of a message with its title. Throws `invalid_input` for a booking or parcel that is not this
 * person's.
 */
export async function describeMessageTopic(
  db: Db,
  person_id: string,
  { kind, reference: written }: z.output<typeof MessageTopicInput>,
): Promise<MessageTopic> {
  const reference = normaliseReference(written)
  const title =
    kind === 'booking'
      ? await describeBooking(db, person_id, reference)
      : await describeParcel(db, person_id, reference)
  if (title === undefined)
    throw makeRefusal('invalid_input', { fields: { about: 'This is not one of yours.' } })
  return { kind, reference, title: title.slice(0, 160) }
}

async function describeBooking(db: Db, person_id: string, reference: string) {
  const id = await repository.findOwnBookingId(db, person_id, reference)
  const [booking] = id === undefined ? [] : await listBookingsById(db, [id])
  if (booking === undefined) return undefined
  const { trip } = booking
  const { date, time } = formatLocalTime(trip.departs_at, trip.zone)
  return `${trip.from.city.name} → ${trip.to.city.name}, ${date}, ${time}`
}

async function describeParcel(db: Db, person_id: string, tracking_id: string) {
  const parcel = await repository.findOwnParcel(db, person_id, tracking_id)
  return parcel && `Parcel ${parcel.from} → ${parcel.to}`
}

/**
 * Returns the hours of a desk, whether it is open, and how soon it answers. For an operator, whose hours we do not
 * know, `hours` is null and `is_open` is true. Throws `not_found`.
 */
export async function getDeskHours(
  ctx: Context,
  { business_id }: Input<typeof getDeskHoursEndpoint>,
): Promise<Output<typeof getDeskHoursEndpoint>> {
  const { user_id } = requireUser(ctx)
  const business = await findAddressee(ctx.db, business_id)
  if (business === undefined) throw makeRefusal('not_found')
  const { operator_id, name } = business
  const is_passed_on = business.business_id !== null
  const answers_within = (await repository.findDeskAnswerMinutes(ctx.db, operator_id)) ?? null
  const soon = await repository.findImminentTrip(ctx.db, user_id)
  const premium = soon
    ? { reference: soon.reference, leaves_at: soon.leaves_at.toISOString() }
    : null
  const open = operator_id === null ? await findSupportHours(ctx.db) : noHours
  return { business_id, business_name: name, is_passed_on, answers_within, premium, ...open }
}

const noHours = { hours: null, is_open: true, opens_at: null }

/** Returns the hours of our support, whether it is open, and if not, when it opens. */
export async function findSupportHours(
  db: Db,
): Promise<Pick<DeskHours, 'hours' | 'is_open' | 'opens_at'>> {
  const { hour, opens_at } = await repository.findHourAndNextOpening(
    db,
    homeZone,
    supportOpensAtHour,
  )
  const is_open = hour >= supportOpensAtHour && hour < supportClosesAtHour
  return { hours: supportHours, is_open, opens_at: is_open ? null : opens_at.toISOString() }
}
