import { readClock } from '#server/db/clock'
import type { Deps } from '#server/context'
import type { Db } from '#server/db/client'
import { enqueue, type JobPayloads } from '#server/jobs/queue'
import { makeId } from '#server/platform/ids'
import { product } from '#contract/product'
import { findMessageAddresses } from './address-repository.ts'
import { pushToPhone, pushToPhones } from './push/index.ts'

/** A message to a person, with its `path` in the app and its deadline. */
export interface PersonMessage {
  title: string
  text: string
  path: string
  until: Date
}

/** The channels of a message. By default those of the person's settings. */
export type MessageChannels = readonly ('push' | 'sms' | 'email')[]

/**
 * Enqueues, in the caller's transaction, jobs that notify a person by each chosen channel that reaches them. If none
 * reaches them, uses email or, without a verified email address, SMS.
 */
export async function notifyPerson(
  tx: Db,
  public_url: string,
  person_id: string,
  note: PersonMessage,
  chosen?: MessageChannels,
): Promise<void> {
  const { phone, email, wants } = await findMessageAddresses(tx, person_id)
  const isMeant = (way: MessageChannels[number], wanted: boolean) => chosen?.includes(way) ?? wanted
  const mails = email !== null && isMeant('email', wants.email)
  const texts = phone !== null && isMeant('sms', wants.sms)
  const { title, text, path, until } = note
  const words = {
    title,
    body: text,
    url: path,
    alone: !mails && !texts,
    until: until.toISOString(),
  }
  const phones = isMeant('push', true)
    ? await pushToPhones(tx, { person_id, news_id: makeId() }, (phone, options) =>
        enqueue(tx, 'person.push', { ...phone, person_id, ...words }, options),
      )
    : 0
  const isUntold = phones === 0 && !mails && !texts
  const mailsNow = email !== null && (mails || isUntold)
  if (mailsNow) await mail(tx, public_url, email, words)
  if (phone !== null && (texts || (isUntold && !mailsNow))) await sms(tx, public_url, phone, words)
}

interface PersonNotice {
  title: string
  body: string
  url: string
}

const mail = (tx: Db, public_url: string, to: string, { title, body, url }: PersonNotice) =>
  enqueue(tx, 'mail.send', { to, subject: title, text: `${body}\n\n${public_url}${url}` })

const sms = (tx: Db, public_url: string, to: string, { title, body, url }: PersonNotice) =>
  enqueue(tx, 'sms.send', {
    to,
    text: `${product.name}: ${title}. ${body} ${public_url}${url}`,
  })

/** Pushes a message to one phone of a person. */
export async function pushToPerson(deps: Deps, push: JobPayloads['person.push']): Promise<void> {
  const { person_id, title, body, url, until, alone } = push
  await pushToPhone(
    deps,
    push,
    async () => {
      const now = await readClock(deps.db)
      return {
        news: {
          kind: 'person',
          reference: `person:${url}`,
          title,
          body,
          url,
          server_time: now.toISOString(),
        },
        lasts: Math.ceil((Date.parse(until) - now.getTime()) / 1000),
      }
    },
    async (tx) => {
      const { email } = await findMessageAddresses(tx, person_id)
      if (alone && email !== null)
        await mail(tx, deps.config.public_url, email, { title, body, url })
    },
  )
}
