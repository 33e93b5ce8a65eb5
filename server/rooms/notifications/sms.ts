import { product } from '#contract/product'
import type { Deps } from '#server/context'
import { enqueue, type JobPayloads } from '#server/jobs/queue'
import { transliterateSms } from '#server/platform/transliterate'
import { hasExpired } from './expiry.ts'
import { insertMessage } from './message-repository.ts'
import { checkSmsLimits, giveBackUnsentSms, type SmsVerdict } from './sms-limits.ts'

const timeLimit = 20_000

/**
 * Sends an SMS in characters of GSM 7-bit. All SMS are sent by this function. If the limits forbid the SMS
 * (`checkSmsLimits`), returns `later` or `never` and sends nothing. POSTs `{ from, to, text }` as JSON to SMS_URL
 * (which may contain a key) or, without SMS_URL, stores the SMS for /sandbox/sms. Throws if it was not accepted. An SMS
 * that was certainly not sent does not count against its number.
 */
export async function sendSms(
  deps: Deps,
  { to, text, kind = 'news' }: JobPayloads['sms.send'],
): Promise<SmsVerdict> {
  const { config, db } = deps
  const verdict = await checkSmsLimits(deps, to, kind)
  if (verdict !== 'go') return verdict
  if (config.sms_url === undefined) {
    await insertMessage(db, {
      kind: 'sms',
      recipient: to,
      subject: '',
      body: transliterateSms(text),
      html: null,
      files: [],
    })
    return 'go'
  }
  try {
    await postSms(config.sms_url, to, text)
  } catch (error) {
    if (isCertainlyUnsent(error)) await giveBackUnsentSms(deps, to, kind)
    throw error
  }
  return 'go'
}

class GatewayRefusal extends Error {}

async function postSms(gateway: string, to: string, text: string): Promise<void> {
  const response = await fetch(gateway, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: product.name, to, text: transliterateSms(text) }),
    signal: AbortSignal.timeout(timeLimit),
  })
  if (response.ok) return
  const message = `the SMS gateway answered ${response.status}`
  throw isRefusal(response.status) ? new GatewayRefusal(message) : new Error(message)
}

/** Whether a gateway has refused an SMS. It may have sent it before any other failure. */
const isRefusal = (status: number) => (status >= 400 && status < 500) || status === 503

/** What `fetch` reports when there was no connection. After any other error, the SMS may have been on its way. */
const connectionErrors = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

function isCertainlyUnsent(error: unknown): boolean {
  if (error instanceof GatewayRefusal) return true
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && connectionErrors.includes(String(cause.code))
}

/** Seconds until a paid SMS is tried again after a cap was reached. */
export const paidSmsRetrySeconds = 600

/**
 * Sends an SMS if the caps allow it. A code that cannot be sent now is dropped, since it would come too late, and so is
 * one that the gateway did not accept while it was valid. Notifications are tried again for two hours, and paid SMS
 * until they are sent.
 */
export async function sendSmsOrWait(deps: Deps, sms: JobPayloads['sms.send']): Promise<void> {
  if (await hasExpired(deps.db, sms)) return
  const verdict = await sendSms(deps, sms)
  if (verdict !== 'later' || sms.kind === 'code' || sms.kind === 'own_code') return
  if (sms.kind !== 'paid') throw new Error('no more SMS leave for now')
  await enqueue(deps.db, 'sms.send', sms, { after_seconds: paidSmsRetrySeconds })
}
