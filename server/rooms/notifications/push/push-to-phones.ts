import { createHash } from 'node:crypto'
import type {
  ParcelPushPayload,
  PersonPushPayload,
  TripPushPayload,
} from '#contract/notifications/model'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { sendPush } from './send-push.ts'
import {
  countPhonesToNotify,
  deletePushSubscription,
  findSubscribedPhones,
  findPhoneToNotify,
  lockSubscriptions,
  recordPushFinished,
  type PushSubject,
} from './push-repository.ts'

/** The payload of a job about one phone, which gets the message `news_id` only once. */
interface PhonePush {
  subscription_id: string
  news_id: string
}

/**
 * Calls `enqueuePush` in the caller's transaction for every subscribed phone. `once`: the key that prevents a second
 * job for the same phone and message. Returns the number of phones.
 */
export async function pushToPhones(
  tx: Db,
  about: PushSubject & { news_id: string },
  enqueuePush: (phone: PhonePush, options: { once: string }) => Promise<void>,
): Promise<number> {
  const phones = await findSubscribedPhones(tx, about)
  const { news_id } = about
  for (const subscription_id of phones)
    await enqueuePush({ subscription_id, news_id }, { once: `${news_id} ${subscription_id}` })
  return phones.length
}

/** A message to a phone, and the seconds for which it is worth delivering. */
export interface PhoneMessage {
  news: TripPushPayload | ParcelPushPayload | PersonPushPayload
  lasts: number
}

/**
 * Pushes to one phone what `describe` returns. Each `news_id` is sent once. If a failure makes that uncertain, it is
 * sent again, and the phone shows the repeat in place of the first, since both have the same tag. Deletes the
 * subscription of a phone that is gone. If no other phone is left, `write` notifies the person in another way.
 */
export async function pushToPhone(
  deps: Deps,
  push: PhonePush & PushSubject,
  describe: () => Promise<PhoneMessage | undefined>,
  write: (tx: Db) => Promise<void>,
): Promise<void> {
  const { db } = deps
  const { subscription_id, news_id } = push
  const phone = await findPhoneToNotify(db, push)
  if (phone === undefined) return
  const message = await describe()
  if (message === undefined || message.lasts <= 0) return
  const outcome = await sendPush(deps, phone, message.news, {
    lasts: Math.min(message.lasts, 28 * 86_400),
    topic: topicOf(message.news.reference),
  })
  if (outcome === 'sent') return recordPushFinished(db, subscription_id, news_id)
  await inTransaction(db, async (tx) => {
    await lockSubscriptions(tx, push)
    if (outcome === 'gone') await deletePushSubscription(tx, { id: subscription_id })
    else await recordPushFinished(tx, subscription_id, news_id)
    // If this phone is gone, every other subscribed phone counts as notified. If the service refused the message, it
    // may refuse it for all phones, so only phones that are still to be notified count: two messages are better than
    // none.
    const others =
      outcome === 'gone'
        ? (await findSubscribedPhones(tx, push)).length
        : await countPhonesToNotify(tx, push)
    if (others === 0) await write(tx)
  })
}

/** Returns a topic of at most 32 characters. It does not reveal the reference, since the push service can read it. */
const topicOf = (reference: string) =>
  createHash('sha256').update(reference).digest('base64url').slice(0, 32)
