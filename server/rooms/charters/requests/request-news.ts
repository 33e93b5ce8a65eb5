import { homeZone, product } from '#contract/product'
import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { localTime } from '#server/platform/local-time'
import { ascii } from '#server/platform/transliterate'
import { writeToContact } from '#server/rooms/notifications'
import { findAskedNotice, findRequestNotice } from './request-news-repository.ts'
import { mailsServing } from './request-repository.ts'
import { dayAndTime } from '#server/rooms/charters/journey'

/** Notifies a request's customer of an offer. */
export async function announceOffer(tx: Db, request_id: string): Promise<void> {
  const notice = await findRequestNotice(tx, request_id)
  if (notice === undefined) return
  const { offers, reference } = notice
  const subject = offers === 1 ? 'An offer for your charter' : `${offers} offers for your charter`
  const text = `${subject}: compare price and terms. Request ${reference}.`
  await writeToContact(tx, notice, { subject, text, sms: ascii(`${product.name}: ${text}`) })
}

/** Requests of one person per day of which operators are notified; they see the others in their list. */
const mostToldADay = 5

/** Notifies operators with a fitting vehicle of a request. */
export async function announceRequest(tx: Db, request_id: string): Promise<void> {
  const { reference, city, starts_at, travellers, today } = await findAskedNotice(tx, request_id)
  if (today > mostToldADay) return
  const subject = `A vehicle is wanted in ${city}, ${localTime(starts_at, homeZone).date}`
  const text = `Somebody asks for a vehicle for ${travellers} from ${city} on ${dayAndTime(starts_at)}. Offer one of yours through your API key: POST operator/charter-requests/${reference}/offers. The first offers are read first. Request ${reference}.`
  for (const to of await mailsServing(tx, request_id))
    await enqueue(tx, 'mail.send', { to, subject, text })
}
