import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod/mini'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import {
  type PageRequest,
  type PageBinding,
  type PageResponse,
  definePage,
  defineRawCall,
} from '#server/http/pages'
import { answerScript, clientScript } from './google-script.ts'
import { googlePeople } from './google-people.ts'
import { renderPlainPage } from './plain-page.ts'
import { escapeHtml } from '#server/platform/escape-html'

/** The part of Google's sign-in that we use: its script, its window, its token endpoint and its keys. */
export const googleStandIn: readonly PageBinding[] = [
  defineRawCall('GET', '/sandbox/google/client.js', () => script(clientScript)),
  defineRawCall('GET', '/sandbox/google/answer.js', () => script(answerScript)),
  definePage('GET', '/sandbox/google/authorize', (ctx, { query }) => choose(ctx, query)),
  definePage('POST', '/sandbox/google/authorize', (ctx, { form }) => answer(ctx, form)),
  defineRawCall('POST', '/sandbox/google/token', redeem),
  defineRawCall('POST', '/sandbox/google/tokeninfo', tokenInfo),
  defineRawCall('GET', '/sandbox/google/certs', certs),
]

const codeSeconds = 300
const tokenSeconds = 3600
/** The redirect URI of a code from a popup. The page's origin is accepted too. */
const popupRedirect = 'postmessage'

const AuthorizeInput = z.object({
  client_id: z.string(),
  response_type: z.enum(['code', 'token']),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z.string().check(z.maxLength(500)),
  state: z._default(z.string().check(z.maxLength(500)), ''),
  ux_mode: z._default(z.enum(['popup', 'redirect']), 'popup'),
  nonce: z._default(z.string().check(z.maxLength(500)), ''),
  code_challenge: z._default(z.string().check(z.regex(/^([\w-]{43})?$/)), ''),
  code_challenge_method: z._default(z.enum(['', 'S256']), ''),
})
type AuthorizeInput = z.output<typeof AuthorizeInput>

const Code = z.object({
  sub: z.string(),
  redirect_uri: z.string(),
  is_popup: z.boolean(),
  nonce: z.string(),
  challenge: z.string(),
  expires_at: z.number(),
  once: z.string(),
})
type Code = z.output<typeof Code>

const script = (text: string): PageResponse => ({
  text,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
})

/** Headers of a window that its opener can reach, and that may run our one script. */
const windowHeaders = {
  'cross-origin-opener-policy': 'unsafe-none',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'self'; form-action *; base-uri 'none'; frame-ancestors 'none'",
}

function asking(ctx: Context, sent: Record<string, string>): AuthorizeInput {
  const read = AuthorizeInput.safeParse(sent)
  if (!read.success || read.data.client_id !== ctx.config.google.client_id)
    throw makeRefusal('invalid_input', {
      detail: 'Error 401: invalid_client. This app is not known.',
    })
  return read.data
}

function choose(ctx: Context, query: Record<string, string>): PageResponse {
  const params = asking(ctx, query)
  const kept = Object.entries(params)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  const people = googlePeople
    .map(
      ({ sub, name, email, email_verified }) =>
        `<button class="quiet" name="person" value="${sub}">${name}<br><small>${email}${email_verified ? '' : ' (not verified)'}</small></button>`,
    )
    .join('')
  const body = `<p class="flag">Test Google – no real account</p><h1>Choose an account</h1>
    <form method="post" action="/sandbox/google/authorize">${kept}${people}<button name="person" value="">Cancel</button></form>`
  return { html: renderPlainPage('Sign in with Google', body), headers: windowHeaders }
}

/** Sends the answer to the page, by a message from the window or by a redirect. */
function answer(ctx: Context, form: Record<string, string>): PageResponse {
  const { person: sub, ...rest } = form
  const params = asking(ctx, rest)
  const { redirect_uri, response_type, scope, state, nonce, code_challenge: challenge } = params
  const is_popup = params.ux_mode === 'popup'
  const known = googlePeople.some((one) => one.sub === sub)
  const expires_at = Date.now() + codeSeconds * 1000
  const once = randomUUID()
  const code = { sub: sub ?? '', redirect_uri, is_popup, nonce, challenge, expires_at, once }
  const granted =
    response_type === 'code'
      ? { code: written(ctx, code) }
      : {
          access_token: tokenOf(ctx, sub ?? '', scope),
          token_type: 'Bearer',
          expires_in: String(tokenSeconds),
        }
  const reply = { ...(known ? { ...granted, scope } : { error: 'access_denied' }), state }
  if (is_popup) {
    const body = `<p id="answer" data-answer="${escapeHtml(JSON.stringify(reply))}">You can close this window.</p><script src="/sandbox/google/answer.js"></script>`
    return { html: renderPlainPage('Sign in with Google', body), headers: windowHeaders }
  }
  const back = new URL(redirect_uri)
  for (const [name, value] of Object.entries(reply)) back.searchParams.set(name, value)
  return { redirect: back.href }
}

/** Returns a code that contains its own signed record, so that any process can redeem it. */
function written(ctx: Context, code: Code): string {
  const text = Buffer.from(JSON.stringify(code)).toString('base64url')
  return `4/${text}.${signatureOf(ctx, text)}`
}

function readCode(ctx: Context, code = ''): Code | undefined {
  const [, text = '', signature = ''] = /^4\/([\w-]+)\.([\w-]+)$/.exec(code) ?? []
  if (!isSame(signature, signatureOf(ctx, text))) return undefined
  const read = Code.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return read.expires_at < Date.now() ? undefined : read
}

const signatureOf = ({ config }: Context, text: string) =>
  createHmac('sha256', config.google.client_secret).update(text).digest('base64url')

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const Token = z.object({
  sub: z.string(),
  aud: z.string(),
  scope: z.string(),
  expires_at: z.number(),
})

/** Returns an access token of the implicit flow. Like a code, it contains its own record. */
function tokenOf(ctx: Context, sub: string, scope: string): string {
  const aud = ctx.config.google.client_id
  const token = { sub, aud, scope, expires_at: Date.now() + tokenSeconds * 1000 }
  const text = Buffer.from(JSON.stringify(token)).toString('base64url')
  return `ya29.${text}.${signatureOf(ctx, text)}`
}

/** Returns Google's information about an access token. */
function tokenInfo(ctx: Context, { headers }: PageRequest): PageResponse {
  const [, text = '', signature = ''] =
    /^Bearer ya29\.([\w-]+)\.([\w-]+)$/.exec(String(headers['authorization'])) ?? []
  if (!isSame(signature, signatureOf(ctx, text))) return no(400, 'invalid_token')
  const token = Token.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  const person = googlePeople.find(({ sub }) => sub === token.sub)
  const left = Math.floor((token.expires_at - Date.now()) / 1000)
  if (person === undefined || left <= 0) return no(400, 'invalid_token')
  const { sub, email, email_verified } = person
  const { aud, scope } = token
  const about = { azp: aud, aud, sub, scope, expires_in: String(left), access_type: 'online' }
  return { json: { ...about, email, email_verified: String(email_verified) } }
}

const redeemed = new Set<string>()
const no = (status: number, error: string): PageResponse => ({ status, json: { error } })

async function redeem(ctx: Context, { form }: PageRequest): Promise<PageResponse> {
  const { client_id, client_secret } = ctx.config.google
  if (form['client_id'] !== client_id || !isSame(form['client_secret'] ?? '', client_secret))
    return no(401, 'invalid_client')
  if (form['grant_type'] !== 'authorization_code') return no(400, 'unsupported_grant_type')
  const code = readCode(ctx, form['code'])
  const person = googlePeople.find(({ sub }) => sub === code?.sub)
  if (code === undefined || person === undefined || redeemed.has(code.once))
    return no(400, 'invalid_grant')
  const isRight =
    form['redirect_uri'] === code.redirect_uri ||
    (code.is_popup && form['redirect_uri'] === popupRedirect)
  if (!isRight) return no(400, 'redirect_uri_mismatch')
  const verifier = form['code_verifier']
  const proved =
    verifier === undefined ? '' : createHash('sha256').update(verifier).digest('base64url')
  if (proved !== code.challenge) return no(400, 'invalid_grant')
  redeemed.add(code.once)
  const id_token = await signId(client_id, person, code.nonce)
  const scope = 'openid profile email'
  const access_token = randomUUID()
  return { json: { access_token, expires_in: tokenSeconds, scope, token_type: 'Bearer', id_token } }
}

/**
 * The key pair of this process. Other processes need not know it, since a server redeems a code and loads the keys at
 * the same process.
 */
let pair: ReturnType<typeof makePair> | undefined

async function makePair() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = randomUUID()
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }
  return { privateKey, jwk, kid }
}

async function certs(): Promise<PageResponse> {
  const { jwk } = await (pair ??= makePair())
  return { json: { keys: [jwk] }, headers: { 'cache-control': 'public, max-age=300' } }
}

async function signId(
  client_id: string,
  person: (typeof googlePeople)[number],
  nonce: string,
): Promise<string> {
  const { privateKey, kid } = await (pair ??= makePair())
  const { sub, name, email, email_verified } = person
  return new SignJWT({
    azp: client_id,
    email,
    email_verified,
    name,
    ...(nonce !== '' && { nonce }),
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer('https://accounts.google.com')
    .setAudience(client_id)
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(`${tokenSeconds} seconds`)
    .sign(privateKey)
}
