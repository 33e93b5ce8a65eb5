import { createHash } from 'node:crypto'
import type { ParcelNews, PersonNews, TripNews } from '#contract/notifications/model'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { enqueue, type JobPayloads } from '#server/jobs/queue'
import { sendPush } from './push-outlet.ts'
import {
  countUntold,
  deleteSubscription,
  findListeners,
  findUntold,
  lockListeners,
  noteSent,
  type Subject,
} from './push-repository.ts'

type Push = JobPayloads['push.send']
type Without<One> = One extends Push ? Omit<One, 'subscription_id'> : never
type About = Without<Push>

/** Enqueues, in the caller's transaction, a push to every subscribed phone. Returns how many those are. */
export async function promiseToPhones(tx: Db, about: About & Subject): Promise<number> {
  const phones = await findListeners(tx, about)
  for (const subscription_id of phones)
    await enqueue(
      tx,
      'push.send',
      { subscription_id, ...about },
      {
        once: `${about.news_id} ${subscription_id}`,
      },
    )
  return phones.length
}

/** News as they stand now, and for how many seconds they are worth delivering. */
export interface Said {
  news: TripNews | ParcelNews | PersonNews
  lasts: number
}

/**
 * Tells one phone what `say` answers, at most once for each `news_id` as far as a push service can be
 * asked; the notification's tag folds the rest. A phone that is gone is forgotten, and when it was the
 * last, `write` tells the person in another way.
 */
export async function tellPhone(
  deps: Deps,
  push: Push & Subject,
  say: () => Promise<Said | undefined>,
  write: (tx: Db) => Promise<void>,
): Promise<void> {
  const { db } = deps
  const { subscription_id, news_id } = push
  const phone = await findUntold(db, push)
  if (phone === undefined) return
  const said = await say()
  if (said === undefined || said.lasts <= 0) return
  const became = await sendPush(deps, phone, said.news, {
    lasts: Math.min(said.lasts, 28 * 86_400),
    topic: topicOf(said.news.reference),
  })
  if (became === 'sent') return noteSent(db, subscription_id, news_id)
  await inTransaction(db, async (tx) => {
    await lockListeners(tx, push)
    if (became === 'gone') await deleteSubscription(tx, { id: subscription_id })
    else await noteSent(tx, subscription_id, news_id)
    // A service that refuses one phone of theirs may refuse them all: rather told twice than never.
    const others =
      became === 'gone' ? (await findListeners(tx, push)).length : await countUntold(tx, push)
    if (others === 0) await write(tx)
  })
}

/** A push service reads its topic, so it is no reference. 32 characters are allowed. */
const topicOf = (reference: string) =>
  createHash('sha256').update(reference).digest('base64url').slice(0, 32)
