import { formatCount } from '#contract/quantities'
import { homeZone, product } from '#contract/product'
import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { formatLocalTime } from '#server/platform/local-time'
import { enqueueContactMessage } from '#server/rooms/notifications'
import { findCharterRequestNotice, findRequestCustomer } from './request-news-repository.ts'
import { findEmailsOfFittingOperators } from './request-repository.ts'
import { formatDayAndTime } from '#server/rooms/charters/journey'

/** Notifies a request's customer of an offer. */
export async function notifyOfCharterOffer(tx: Db, request_id: string): Promise<void> {
  const notice = await findRequestCustomer(tx, request_id)
  if (notice === undefined) return
  const { offers, reference } = notice
  const subject =
    offers === 1 ? 'An offer for your charter' : `${formatCount(offers, 'offer')} for your charter`
  const text = `${subject}: compare price and terms. Request ${reference}.`
  await enqueueContactMessage(tx, notice, {
    subject,
    text,
    sms: `${product.name}: ${text}`,
  })
}

/**
 * The maximum number of one person's requests per day of which operators are notified. They find the others in their
 * list.
 */
const maxNoticesPerDay = 5

/**
 * Notifies operators with a fitting vehicle of a request. Does nothing for a person without a verified email address or
 * phone number, since anybody may have many such accounts; operators find these requests in their list.
 */
export async function notifyOfCharterRequest(tx: Db, request_id: string): Promise<void> {
  const notice = await findCharterRequestNotice(tx, request_id)
  const { reference, city, starts_at, travellers, today, is_verified } = notice
  if (today > maxNoticesPerDay || !is_verified) return
  const subject = `A vehicle is wanted in ${city}, ${formatLocalTime(starts_at, homeZone).date}`
  const text = `Somebody asks for a vehicle for ${travellers} from ${city} on ${formatDayAndTime(starts_at)}. Offer one of yours through your API key: POST operator/charter-requests/${reference}/offers. The first offers are read first. Request ${reference}.`
  for (const to of await findEmailsOfFittingOperators(tx, request_id))
    await enqueue(tx, 'mail.send', { to, subject, text })
}
