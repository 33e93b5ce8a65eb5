import { product } from '#contract/product'
import type { Deps } from '#server/context'
import { enqueue, type JobPayloads } from '#server/jobs/queue'
import { insertMessage } from './message-repository.ts'
import { judgeSms, type SmsVerdict } from './sms-limits.ts'

const timeLimit = 20_000

/**
 * Sends an SMS; the only place that does. One above a limit is not sent, and the caller gets `later` or `never`.
 * POSTs `{ from, to, text }` as JSON to SMS_URL (which may contain a key), or puts it into /sandbox/sms. Throws if it
 * was not accepted.
 */
export async function sendSms(
  deps: Deps,
  { to, text, kind = 'news' }: JobPayloads['sms.send'],
): Promise<SmsVerdict> {
  const { config, db } = deps
  const verdict = await judgeSms(deps, to, kind)
  if (verdict !== 'go') return verdict
  if (config.sms_url === undefined) {
    await insertMessage(db, {
      kind: 'sms',
      recipient: to,
      subject: '',
      body: text,
      html: null,
      files: [],
    })
    return 'go'
  }
  const response = await fetch(config.sms_url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: product.name, to, text }),
    signal: AbortSignal.timeout(timeLimit),
  })
  if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
  return 'go'
}

/** Seconds until an SMS that somebody paid for is tried again after it found the caps reached. */
export const paidSmsWaits = 600

/**
 * Sends an SMS as far as the caps let it. A code that may not leave is forgotten: it would come too late.
 * News are tried again for two hours. What was paid for waits as long as it takes.
 */
export async function sendSmsOrWait(deps: Deps, sms: JobPayloads['sms.send']): Promise<void> {
  const verdict = await sendSms(deps, sms)
  if (verdict !== 'later' || sms.kind === 'code' || sms.kind === 'own_code') return
  if (sms.kind !== 'paid') throw new Error('no more SMS leave for now')
  await enqueue(deps.db, 'sms.send', sms, { after_seconds: paidSmsWaits })
}
