import { homeZone, product } from '#contract/product'
import { isReference } from '#contract/reference'
import { describePriorityTrip, supportClosesAtHour } from '#contract/support/rules'
import { formatClock } from '#contract/wall-clock'
import type { Db } from '#server/db/client'
import { readClock } from '#server/db/clock'
import { formatLocalTime } from '#server/platform/local-time'
import { findImminentTrip } from './about-repository.ts'
import { findSupportHours } from './about.ts'

/** What the automatic answer depends on. */
interface FirstMessage {
  body: string
  /** Whether a booking or a parcel was chosen as its subject. */
  has_subject: boolean
  /** The listed business to which the conversation is passed on. */
  business: string | null
}

/**
 * Makes the automatic answer of our support to the first message of a conversation: when a person answers, and what to
 * do until then. The answer does not pretend to be a person. Travellers may read it again days later, so it says
 * nothing that is true only now. Beside it, the phone displays how soon answers come, and links to what people can do
 * themselves.
 */
export async function makeFirstAnswer(
  db: Db,
  person_id: string,
  message: FirstMessage,
): Promise<string> {
  const { opens_at } = await findSupportHours(db)
  const { business } = message
  return [
    'We have your message. This is an automatic answer: a person reads what you wrote and answers here.',
    describeHours(opens_at) + (await describePriority(db, person_id)),
    describeWhatToSend(message),
    describeOtherWay(business, opens_at),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function describeHours(opens_at: string | null): string {
  if (opens_at === null)
    return `Our staff answer until ${formatClock(supportClosesAtHour, '00')} today.`
  const { date, time } = formatLocalTime(opens_at, homeZone)
  return `Our staff answer again from ${time} on ${date}.`
}

async function describePriority(db: Db, person_id: string): Promise<string> {
  const trip = await findImminentTrip(db, person_id)
  if (trip === undefined) return ''
  const now = await readClock(db)
  const when = describePriorityTrip(trip.leaves_at.getTime(), now.getTime())
  return ` You come before others, because your trip ${trip.reference} ${when}.`
}

function describeWhatToSend({ business, has_subject, body }: FirstMessage): string {
  if (business !== null)
    return `We ask ${business} and write the answer here. You pay them, not us: never send a password, a PIN or a card number.`
  const never = 'Never send us a password, a PIN or a card number.'
  return has_subject || hasReference(body)
    ? never
    : `It is faster if you send the reference of your booking or parcel now. ${never}`
}

/**
 * Returns whether a text seems to contain a reference. One in 32 other words of the same length is taken for a
 * reference.
 */
const hasReference = (text: string) => (text.match(/[\dA-Z-]+/gi) ?? []).some(isReference)

function describeOtherWay(business: string | null, opens_at: string | null): string {
  if (opens_at === null)
    return `At the motor park and cannot wait? Call ${product.phone.national}. A call needs no data.`
  return business === null
    ? 'At the motor park and cannot wait? Ask at the operator’s counter.'
    : ''
}
