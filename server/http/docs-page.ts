import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint'
import { errorTable } from '#contract/errors'
import { product } from '#contract/product'
import { escapeHtml } from '#server/platform/escape-html'
import { toJsonSchema, listRefusals } from './openapi.ts'

const access: Record<Endpoint['access'], string> = {
  anyone: 'Anyone',
  user: 'Logged in: Authorization: Bearer …',
  owner: 'The owner: logged in, or ?phone= of the contact, or the header x-guest-token',
  operator: 'An operator: Authorization: Bearer op_…',
  staff: 'Our staff: Authorization: Bearer st_…',
  desk: 'A member of a desk, logged in; for everybody else it answers 404',
  provider: 'The payment company’s signature',
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;color:#1c1a17;background:#fff;max-width:60rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
h1,h2{border-bottom:3px solid #f9b000}code,pre{font-size:.9rem}pre{background:#f6f4ef;padding:.75rem;overflow:auto}
summary{cursor:pointer;padding:.4rem 0}table{display:block;overflow:auto hidden;overflow-wrap:normal;border-collapse:collapse}td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}
@media(prefers-color-scheme:dark){body{background:#1c1a17;color:#f6f4ef}pre{background:#2a2722}a{color:#f9b000}}`

/**
 * Renders the contract as a page: every call by room, and every refusal. The page has no script. Yields to other
 * requests between calls.
 */
export async function renderDocsPage(rooms: Record<string, readonly Endpoint[]>): Promise<string> {
  const links = Object.keys(rooms).map((room) => `<a href="#${room}">${room}</a>`)
  const sections: string[] = []
  for (const [room, endpoints] of Object.entries(rooms)) {
    sections.push(`<h2 id="${room}">${room}</h2>`)
    for (const endpoint of endpoints) {
      await nextTurn()
      sections.push(call(endpoint))
    }
  }
  const refusals = Object.entries(errorTable).map(
    ([code, [status, sentence]]) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(sentence)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${product.name} API</title><style>${style}</style></head><body><main><h1>${product.name} API</h1>
<p>Answers are <code>{ "data": … }</code>, with <code>meta</code> for lists; errors are <code>application/problem+json</code>.
For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p><nav>${links.join(' · ')} · <a href="#refusals">errors</a></nav>
${sections.join('\n')}<h2 id="refusals">errors</h2><table tabindex="0">${refusals.join('\n')}</table></main></body></html>`
}

function call(endpoint: Endpoint): string {
  const path = `/api${endpoint.path.replace('{p}', product.slug)}`
  const sent = endpoint.access === 'provider' ? {} : toJsonSchema(endpoint.input, 'input')
  const answered =
    endpoint.file === undefined
      ? pretty(toJsonSchema(endpoint.output, 'output'))
      : escapeHtml(endpoint.file)
  const once = endpoint.idempotency ? '<p>Needs the header <code>Idempotency-Key</code>.</p>' : ''
  return `<details id="${endpoint.name}"><summary><code>${endpoint.method} ${escapeHtml(path)}</code> ${escapeHtml(endpoint.summary)}</summary>
<p>${escapeHtml(access[endpoint.access])}${endpoint.scope === undefined ? '' : `, with the scope <code>${endpoint.scope}</code>`}</p>${once}<h4>Sent</h4><pre>${pretty(sent)}</pre><h4>data</h4><pre>${answered}</pre>
${endpoint.meta ? `<h4>meta</h4><pre>${pretty(toJsonSchema(endpoint.meta, 'output'))}</pre>` : ''}
<p>Errors: ${listRefusals(endpoint)
    .map((code) => `<a href="#${code}">${code}</a>`)
    .join(', ')}</p></details>`
}

function pretty(value: unknown): string {
  return escapeHtml(JSON.stringify(value, null, 2))
}
