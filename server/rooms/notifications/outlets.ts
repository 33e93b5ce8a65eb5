import { createTransport } from 'nodemailer'
import { product } from '#contract/product'
import type { Deps } from '#server/context'
import type { TicketMail } from '#server/rooms/tickets'
import type { JobPayloads } from '#server/jobs/queue'
import { insertLetter } from './letter-repository.ts'
import { judgeSms, type SmsVerdict } from './sms-limits.ts'

const timeLimit = 20_000

type Mail = JobPayloads['mail.send'] & Partial<Pick<TicketMail, 'attachments'>>

/** Sends a mail over SMTP, or puts it into the mailbox at /sandbox/mail. Throws when it could not be handed over. */
export async function sendMail({ config, db }: Deps, mail: Mail): Promise<void> {
  const { to, subject, text, html, attachments = [] } = mail
  if (config.smtp_url === undefined) {
    const files = attachments.map(({ filename, content }) => ({ filename, bytes: content.length }))
    return insertLetter(db, {
      kind: 'mail',
      recipient: to,
      subject,
      body: text,
      html: html ?? null,
      files,
    })
  }
  const transport = createTransport({
    url: config.smtp_url,
    ...(config.smtp_requires_tls && { requireTLS: true }),
    connectionTimeout: timeLimit,
    greetingTimeout: timeLimit,
    socketTimeout: timeLimit,
  })
  const from = { name: product.name, address: product.email }
  await transport.sendMail({
    from,
    to,
    subject,
    text,
    attachments,
    ...(html !== undefined && { html }),
  })
}

/**
 * The one place where an SMS leaves. What is over a limit does not, and the caller hears `later` or
 * `never`. Sends by POST of `{ from, to, text }` as JSON to SMS_URL (a key may stand in the address), or
 * puts it into /sandbox/sms. Throws when it could not be handed over.
 */
export async function sendSms(
  deps: Deps,
  { to, text, kind = 'news' }: JobPayloads['sms.send'],
): Promise<SmsVerdict> {
  const { config, db } = deps
  const verdict = await judgeSms(deps, to, kind)
  if (verdict !== 'go') return verdict
  if (config.sms_url === undefined) {
    await insertLetter(db, {
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
