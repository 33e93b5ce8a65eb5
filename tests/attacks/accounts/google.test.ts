import { expect, test } from 'vitest'
import { logInWithGoogle, logInWithGoogleToken } from '#contract/accounts/endpoints'
import { aGoogleWorld } from '#tests/support/worlds/google'
import { aServer } from '#tests/support/server/test-server'

const {
  db,
  server,
  google,
  ada,
  kept,
  choose,
  signIn,
  aGoogleThatSays,
  anotherGoogle,
  certs,
  signed,
} = await aGoogleWorld()

test('ASVS 10.1.2, 10.2.1: a code is good only with the verifier of the page that asked', async () => {
  const code = (await choose(ada.sub)).answer['code'] ?? ''
  const redeem = async (more: Record<string, string>) =>
    (await server.call(logInWithGoogle, { code, redirect_uri: 'postmessage', ...more })).status
  expect(await redeem({})).toBe(409)
  expect(await redeem({ nonce: kept.nonce })).toBe(409)
  expect(await redeem({ ...kept, code_verifier: 'w'.repeat(43) })).toBe(409)
  expect(await redeem(kept)).toBe(200)
})

test('ASVS 10.5.1: an identity that was told to another page is refused', async () => {
  const { answer } = await choose(ada.sub, { nonce: 'another page asked this' })
  const code = answer['code'] ?? ''
  const said = await server.call(logInWithGoogle, { code, redirect_uri: 'postmessage', ...kept })
  expect(said.problem.code).toBe('google_refused')
  const none = await anotherGoogle(async (url) =>
    url === '/certs' ? { body: certs } : { body: { id_token: await signed({ nonce: undefined }) } },
  )
  expect((await none()).problem.code).toBe('google_refused')
})

test('where it is said why, a code is taken without verifier and nonce', async () => {
  const plain = { ...google, plain_because: "Google's script passes neither on" }
  const at = await aServer(db, { config: { google: plain } })
  const bare = { nonce: '', code_challenge: '', code_challenge_method: '' }
  const code = (await choose(ada.sub, bare)).answer['code'] ?? ''
  const { status } = await at.call(logInWithGoogle, { code, redirect_uri: 'postmessage' })
  expect(status).toBe(200)
  await at.close()
})

test('ASVS 10.3.1: a token of the implicit flow lets in whom it names, if it was made for us', async () => {
  const { answer } = await choose(ada.sub, { response_type: 'token' })
  const access_token = answer['access_token'] ?? ''
  const came = await server.call(logInWithGoogleToken, { access_token })
  expect(came.data.user).toMatchObject({ email: ada.email, has_google: true })
  expect((await signIn(ada.sub)).data.user.id).toBe(came.data.user.id)
  const forged = `${access_token.slice(0, -2)}AA`
  const refused = await server.call(logInWithGoogleToken, { access_token: forged })
  expect(refused.problem.code).toBe('google_refused')
})

test.each([
  ['for another app', { aud: 'another-app' }],
  ['that has run out', { expires_in: '0' }],
  ['of nobody', { sub: '' }],
  ['without openid', { scope: 'email profile' }],
])('ASVS 10.3.1: an access token %s is refused', async (_what, over) => {
  const info = {
    aud: google.client_id,
    sub: '43',
    expires_in: '60',
    scope: 'openid email',
    ...over,
  }
  const tokeninfo_url = await aGoogleThatSays(async () => ({ body: info }))
  const at = await aServer(db, { config: { google: { ...google, tokeninfo_url } } })
  const { problem } = await at.call(logInWithGoogleToken, { access_token: 'x'.repeat(20) })
  expect(problem.code).toBe('google_refused')
  await at.close()
})
