import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { afterAll } from 'vitest'
import { logInWithGoogle } from '#contract/accounts/endpoints'
import { googlePeople } from '#demo/sandbox/google-people'
import { anAccountWorld } from './accounts.ts'
import { parseGoogleAnswer } from './google-answer.ts'
import { findFreePort } from '#tests/support/server/free-port'
import { aServer } from '#tests/support/server/test-server'

type Answers = (url: string) => Promise<{ status?: number; body: unknown }>

/**
 * Starts a listening server. Returns it with functions that use its stand-in of Google as a person does, and functions
 * that start a false Google with given answers.
 */
export async function aGoogleWorld() {
  const { db, server, origin } = await anAccountWorld()
  const { google } = server.host.config
  const [ada, bala, chidi] = googlePeople

  /** The page's secrets. `shown`: the values derived from them that Google receives. */
  const kept = { code_verifier: 'v'.repeat(43), nonce: 'n'.repeat(22) }
  const shown = {
    nonce: kept.nonce,
    code_challenge: createHash('sha256').update(kept.code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }

  const question = (more: Record<string, string> = {}) => ({
    client_id: google.client_id,
    response_type: 'code',
    redirect_uri: origin,
    scope: 'openid profile email',
    state: 'a "state" <b>',
    ux_mode: 'popup',
    ...shown,
    ...more,
  })

  /** Presses a button of the stand-in's window; returns its message to the page that opened it. */
  async function choose(sub: string, more: Record<string, string> = {}) {
    const page = await fetch(`${origin}/sandbox/google/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...question(more), person: sub }),
    })
    return { page, answer: parseGoogleAnswer(await page.text()) }
  }

  const signIn = async (sub: string, redirect_uri = 'postmessage', at = server) => {
    const { answer } = await choose(sub)
    return at.call(logInWithGoogle, { code: answer['code'] ?? '', redirect_uri, ...kept })
  }

  /** Starts a server in place of Google with these answers; returns its URL. */
  async function aGoogleThatSays(said: Answers): Promise<string> {
    const port = await findFreePort()
    const http = createServer((request, response) => {
      void said(request.url ?? '').then(({ status = 200, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      })
    })
    await new Promise<void>((done) => http.listen(port, '127.0.0.1', done))
    afterAll(() => void http.close())
    return `http://127.0.0.1:${port}`
  }

  /** Starts a false Google with these answers; returns a function that logs in with a code issued by it. */
  async function anotherGoogle(said: Answers) {
    const at = await aGoogleThatSays(said)
    const config = { google: { ...google, token_url: `${at}/token`, jwks_url: `${at}/certs` } }
    const asking = await aServer(db, { config })
    afterAll(() => asking.close())
    return () => asking.call(logInWithGoogle, { code: 'x', redirect_uri: 'postmessage', ...kept })
  }

  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const certs = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] }
  const signed = (over: Record<string, unknown> = {}) =>
    new SignJWT({
      iss: 'https://accounts.google.com',
      aud: google.client_id,
      sub: '42',
      nonce: kept.nonce,
      email: 'thief@people.example',
      email_verified: true,
      exp: Math.floor(Date.now() / 1000) + 600,
      ...over,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuedAt()
      .sign(privateKey)

  return {
    db,
    server,
    origin,
    google,
    ada,
    bala,
    chidi,
    kept,
    question,
    choose,
    signIn,
    aGoogleThatSays,
    anotherGoogle,
    certs,
    signed,
  }
}
