import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { parseGoogleAnswer } from '#tests/support/worlds/google-answer'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { google } = world.server.host.config
google.token_url = `${world.origin}/sandbox/google/token`
google.jwks_url = `${world.origin}/sandbox/google/certs`
google.tokeninfo_url = `${world.origin}/sandbox/google/tokeninfo`

const pressGoogle = async () =>
  world.hand.click(await screen.findByRole('button', { name: 'Continue with Google' }))
const here = () => location.pathname + location.search

/** Replaces Google's script in the page; `answer` decides what it reports. */
function standInForGoogle(answer: (config: Google) => void) {
  const initCodeClient = (config: Google) => ({ requestCode: () => answer(config) })
  const initTokenClient = (config: Google) => ({
    requestAccessToken: () => answer({ ...config, response_type: 'token' }),
  })
  const oauth2 = { initCodeClient, initTokenClient }
  vi.stubGlobal('google', { accounts: { oauth2 } })
  vi.stubGlobal('trustedTypes', { createPolicy: vi.fn() })
  document.documentElement.dataset['document'] = 'auth'
}
interface Google {
  client_id: string
  scope: string
  state?: string
  nonce?: string
  code_challenge?: string
  code_challenge_method?: string
  response_type?: 'token'
  callback: (answer: Record<string, string>) => void
  error_callback: (error: { type: string }) => void
}

/** The server calls Google with Node's fetch, because jsdom's forms and signals do not work with it. */
function serverFetchesAsNode() {
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, { signal: _, body, ...rest } = {}) => {
    if (!(body instanceof URLSearchParams)) return real(address, { ...rest, body: body ?? null })
    const headers = { ...rest.headers, 'content-type': 'application/x-www-form-urlencoded' }
    return real(address, { ...rest, headers, body: body.toString() })
  })
}

/** Returns the answer of the stand-in's window for its first person. */
async function answerOfGoogle(config: Google): Promise<Record<string, string>> {
  const { client_id, scope, response_type = 'code', state = '', nonce = '' } = config
  const { code_challenge = '', code_challenge_method = '' } = config
  const asked = {
    client_id,
    scope,
    response_type,
    redirect_uri: location.origin,
    state,
    nonce,
    ...(response_type === 'code' && { code_challenge, code_challenge_method }),
  }
  const answer = await fetch(`${world.origin}/sandbox/google/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ ...asked, ux_mode: 'popup', person: '100000000000000000001' }),
  })
  return parseGoogleAnswer(await answer.text())
}

/** Resolves once the script has loaded. */
async function loaded() {
  const script = await waitFor(() => {
    const tag = document.querySelector('script[src="https://accounts.google.com/gsi/client"]')
    if (tag === null) throw new Error('the script is not asked for')
    return tag
  })
  script.dispatchEvent(new Event('load'))
}

test('a person logs in with Google', async () => {
  serverFetchesAsNode()
  standInForGoogle((config) => void answerOfGoogle(config).then(config.callback))
  await world.open('/login?next=%2Fprofile%2Ftrip')
  await loaded()
  await pressGoogle()
  await waitFor(() => expect(here()).toBe('/profile/trip'))
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({
    email: 'ada.okafor@gmail.example',
    has_google: true,
  })
})

test.for([
  ['error', 'access_denied', /Google did not let you in/],
  ['window', 'popup_failed_to_open', /Your browser blocked Google’s window. Allow pop-ups/],
  ['window', 'popup_closed', /was closed before it was done/],
  ['window', 'unknown', /Google’s window did not open/],
] as const)(
  'when Google says no (%s, %s), they are told what to do',
  async ([way, what, words]) => {
    standInForGoogle(({ callback, error_callback }) =>
      way === 'error' ? callback({ error: what }) : error_callback({ type: what }),
    )
    await world.open('/login')
    await loaded()
    await pressGoogle()
    await screen.findByText(words)
  },
)

test('an answer that this page did not ask for lets nobody in', async () => {
  serverFetchesAsNode()
  standInForGoogle(
    (config) =>
      void answerOfGoogle(config).then((answer) => config.callback({ ...answer, state: 'theirs' })),
  )
  await world.open('/login')
  await loaded()
  await pressGoogle()
  await screen.findByText(/Google did not let you in/)
  expect(localStorage.getItem('token')).toBeNull()
})

test('where the code cannot be had, a person logs in by the implicit flow', async () => {
  serverFetchesAsNode()
  standInForGoogle((config) =>
    config.response_type === 'token'
      ? void answerOfGoogle(config).then(config.callback)
      : config.callback({ error: 'server_error' }),
  )
  await world.open('/login?next=%2Fprofile%2Ftrip')
  await loaded()
  await pressGoogle()
  await world.hand.click(await screen.findByRole('button', { name: 'Try Google another way' }))
  await waitFor(() => expect(here()).toBe('/profile/trip'))
})

test('where it is configured, the implicit flow is offered beside the code flow', async () => {
  serverFetchesAsNode()
  let flow: string | undefined
  standInForGoogle((config) => {
    flow = config.response_type ?? 'code'
    void answerOfGoogle(config).then(config.callback)
  })
  await world.open('/login')
  await loaded()
  await screen.findByRole('button', { name: 'Continue with Google' })
  expect(screen.queryByRole('button', { name: 'Try Google another way' })).toBeNull()

  google.offers_implicit = true
  try {
    await world.open('/login?next=%2Fprofile%2Ftrip')
    await loaded()
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeDefined()
    await world.hand.click(await screen.findByRole('button', { name: 'Try Google another way' }))
    await waitFor(() => expect(here()).toBe('/profile/trip'))
    expect(flow).toBe('token')
  } finally {
    google.offers_implicit = false
  }
})

test('a browser without Trusted Types loads nothing for the stand-in, and says so', async () => {
  standInForGoogle(() => undefined)
  vi.stubGlobal('trustedTypes', undefined)
  await world.open('/login')
  await screen.findByText(/cannot show the stand-in for Google/)
  expect(document.querySelector('script[src*="google"]')).toBeNull()
})

test("outside its provider Google's button throws the library's own words", async () => {
  cleanup()
  const { GoogleCodeButton } = await import('#src/features/accounts/google-sign-in.tsx')
  const nothing = () => undefined
  const shown = vi.spyOn(console, 'error').mockImplementation(nothing)
  expect(() =>
    render(
      <GoogleCodeButton
        busy={false}
        onCode={nothing}
        onToken={nothing}
        onTrouble={nothing}
        hasOtherWay={false}
      >
        Google
      </GoogleCodeButton>,
    ),
  ).toThrow('Google OAuth components must be used within GoogleOAuthProvider')
  shown.mockRestore()
})
