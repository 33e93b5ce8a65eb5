import { makeRefusal } from '#contract/errors'
import { type PageBinding, definePage, defineRawCall } from '#server/http/pages'
import type { SandboxMessage } from '#server/rooms/notifications'
import { findMessage, listMessages } from './message-repository.ts'
import { renderPlainPage } from './plain-page.ts'
import { escapeHtml } from '#server/platform/escape-html'

/**
 * The messages that were not really sent: `/sandbox/mail` and `/sandbox/sms` for people, and the same with `.json` for
 * programs.
 */
export const mailboxPages: readonly PageBinding[] = [
  ...boxOf('mail', 'Mail'),
  ...boxOf('sms', 'SMS'),
  makeMailboxPage(),
]

function boxOf(kind: SandboxMessage['kind'], title: string): PageBinding[] {
  return [
    definePage('GET', `/sandbox/${kind}`, async (ctx, { query }) => {
      const letters = await listMessages(ctx.db, kind, query['to'])
      const list = letters.map(article).join('') || '<p>Nothing has been sent yet.</p>'
      return {
        html: renderPlainPage(
          title,
          `<p class="flag">Test ${title} – nothing leaves this server</p><h1>${title}</h1>${list}`,
        ),
      }
    }),
    defineRawCall('GET', `/sandbox/${kind}.json`, async (ctx, { query }) => ({
      json: { data: await listMessages(ctx.db, kind, query['to']) },
    })),
  ]
}

function article({ id, recipient, subject, body, html, files, sent_at }: SandboxMessage): string {
  const when = sent_at.toLocaleString('en-NG', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Africa/Lagos',
  })
  const link = html === null ? '' : `<p><a href="/sandbox/mail/${id}">View as email</a></p>`
  return `<article><small>${when} · to ${escapeHtml(recipient)}</small>${subject === '' ? '' : `<h2>${escapeHtml(subject)}</h2>`}<pre>${escapeHtml(body)}</pre>${files.map(({ filename, bytes }) => `<p><small>${escapeHtml(filename)}, ${bytes} bytes</small></p>`).join('')}${link}</article>`
}

function makeMailboxPage(): PageBinding {
  return definePage('GET', '/sandbox/mail/{id}', async (ctx, { params }) => {
    const letter = await findMessage(ctx.db, params['id'] ?? '')
    if (!letter?.html) throw makeRefusal('not_found')
    return { html: letter.html }
  })
}
