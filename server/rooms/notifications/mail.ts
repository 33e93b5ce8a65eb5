import { createTransport } from 'nodemailer'
import { product } from '#contract/product'
import type { Deps } from '#server/context'
import type { JobPayloads } from '#server/jobs/queue'
import { hasExpired } from './expiry.ts'
import { insertMessage } from './message-repository.ts'

const timeLimit = 20_000

/** An email. One with attachments is sent immediately, since a job does not carry them. */
export type Mail = Omit<JobPayloads['mail.send'], 'until'> & {
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}

/** The most connections to the mail server. */
const maxConnections = 16

const makeTransport = (url: string, requireTLS: boolean) =>
  createTransport({
    pool: true,
    url,
    maxConnections,
    ...(requireTLS && { requireTLS }),
    connectionTimeout: timeLimit,
    greetingTimeout: timeLimit,
    socketTimeout: timeLimit,
  })

const transports = new Map<string, ReturnType<typeof makeTransport>>()

/**
 * Returns the connections to the mail server. They stay open for the next mails, since greeting, TLS and login take
 * longer than a mail.
 */
function openTransport(url: string, requireTLS: boolean) {
  const key = `${url} ${requireTLS}`
  const known = transports.get(key) ?? makeTransport(url, requireTLS)
  transports.set(key, known)
  return known
}

/**
 * Sends an email over SMTP or, without a configured server, puts it into the mailbox at /sandbox/mail. Throws if the
 * server does not accept it.
 */
export async function sendMail({ config, db }: Deps, mail: Mail): Promise<void> {
  const { to, subject, text, html, attachments = [] } = mail
  if (config.smtp_url === undefined) {
    const files = attachments.map(({ filename, content }) => ({ filename, bytes: content.length }))
    return insertMessage(db, {
      kind: 'mail',
      recipient: to,
      subject,
      body: text,
      html: html ?? null,
      files,
    })
  }
  const from = { name: product.name, address: product.email }
  await openTransport(config.smtp_url, config.smtp_requires_tls).sendMail({
    from,
    to,
    subject,
    text,
    attachments,
    ...(html !== undefined && { html }),
  })
}

/**
 * Sends an email like `sendMail`, unless it has expired: a code that the mail server did not accept for an hour would
 * mislead its reader.
 */
export async function sendMailInTime(deps: Deps, mail: JobPayloads['mail.send']): Promise<void> {
  if (!(await hasExpired(deps.db, mail))) await sendMail(deps, mail)
}
