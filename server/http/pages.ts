import type { Method } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import type { HttpServices } from './host.ts'
import type { HttpAnswer } from './http-answer.ts'
import { enforceCallLimit } from './limits.ts'
import { toRefusal, makeRefusalHeaders } from './problem.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { type RawRequest, parsePairs, refuseUnstorableText } from './parse-raw-input.ts'

/** A request to a page or to a stand-in's API. `form` is the urlencoded body, and `json()` parses a JSON body. */
export interface PageRequest {
  params: Record<string, string>
  query: Record<string, string>
  form: Record<string, string>
  headers: RawRequest['headers']
  body: Uint8Array
  json: () => Record<string, unknown>
}

/**
 * The response of a page or a stand-in: html, json, text or redirect. The default status is 200, or 303 for a
 * redirect.
 */
export interface PageResponse {
  status?: number
  headers?: Record<string, string>
  html?: string
  json?: unknown
  text?: string
  redirect?: string
}

/**
 * A path outside the contract. A `page` is for people, so its errors are HTML; `raw` is the interface of another
 * company.
 */
export interface PageBinding {
  kind: 'page' | 'raw'
  method: Method
  path: string
  handler: (ctx: Context, request: PageRequest) => PageResponse | Promise<PageResponse>
}

/** Defines a page without script: `page('GET', '/t/{code}', (ctx, { params }) => ({ html }))`. */
export function definePage(
  method: Method,
  path: string,
  handler: PageBinding['handler'],
): PageBinding {
  return { kind: 'page', method, path, handler }
}

/** Defines a call in another company's interface, for stand-ins. The handler makes every answer itself. */
export function defineRawCall(
  method: Method,
  path: string,
  handler: PageBinding['handler'],
): PageBinding {
  return { kind: 'raw', method, path, handler }
}

/** Runs a page or a stand-in. A page that fails is answered with an HTML error; a stand-in's error is rethrown. */
export async function answerPage(
  host: HttpServices,
  binding: PageBinding,
  call: RawRequest,
): Promise<HttpAnswer> {
  const { request_id, ip } = call
  const { db, config, payables } = host
  const log = host.log.child({ request_id, call: binding.path })
  const ctx: Context = { db, actor: { kind: 'guest' }, request_id, log, config, payables, ip }
  const say = async () =>
    makeHttpAnswer(await binding.handler(ctx, toPageRequest(call, binding.kind)))
  if (binding.kind === 'raw') return say()
  try {
    await enforceCallLimit(host, binding.method === 'GET' ? 'read' : 'write', ip)
    return await say()
  } catch (error) {
    const refusal = toRefusal(error)
    if (refusal.status >= 500) log.error({ err: error }, 'a page failed')
    const { 'content-type': _problem, ...headers } = makeRefusalHeaders(refusal)
    return makeHttpAnswer({
      status: refusal.status,
      headers,
      html: errorPage(refusal.message, request_id),
    })
  }
}

/** Reads the request to a page. Throws 415 for a form that is not urlencoded, and 400 for a repeated field. */
function toPageRequest(call: RawRequest, kind: PageBinding['kind']): PageRequest {
  const body = call.body ?? new Uint8Array()
  const type = call.headers['content-type'] ?? ''
  const isForm = typeof type === 'string' && type.startsWith('application/x-www-form-urlencoded')
  if (kind === 'page' && body.length > 0 && !isForm) throw makeRefusal('unsupported_media_type')
  const query = parsePairs(call.search)
  const form = isForm ? parsePairs(new TextDecoder().decode(body)) : {}
  refuseUnstorableText(call.params)
  refuseUnstorableText(query)
  refuseUnstorableText(form)
  return {
    params: call.params,
    query,
    form,
    headers: call.headers,
    body,
    json() {
      const read = parseJsonBody(body)
      refuseUnstorableText(read)
      return read
    },
  }
}

/** Converts a page's response to status, headers and bytes. */
function makeHttpAnswer(response: PageResponse): HttpAnswer {
  const headers: Record<string, string> = { 'cache-control': 'private, no-store' }
  if (response.redirect !== undefined) {
    return {
      status: response.status ?? 303,
      headers: { ...headers, location: response.redirect, ...response.headers },
      body: '',
    }
  }
  const [type, body] = bodyOf(response)
  return {
    status: response.status ?? 200,
    headers: { ...headers, 'content-type': type, ...response.headers },
    body,
  }
}

function bodyOf(response: PageResponse): [type: string, body: string] {
  if (response.html !== undefined) return ['text/html; charset=utf-8', response.html]
  if (response.json !== undefined)
    return ['application/json; charset=utf-8', JSON.stringify(response.json)]
  return ['text/plain; charset=utf-8', response.text ?? '']
}

/** Returns the HTML that a person sees when a page has failed. */
function errorPage(sentence: string, requestId: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sorry</title><style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}</style><h1>${sentence}</h1><p><a href="/">Go to the home page</a></p><p><small>${requestId}</small></p></html>`
}
