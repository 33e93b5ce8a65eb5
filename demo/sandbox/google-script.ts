/**
 * Replaces Google's script (accounts.google.com/gsi/client) on a page, for logging in:
 * `google.accounts.oauth2.initCodeClient(…).requestCode()` and `initTokenClient(…).requestAccessToken()`.
 */
export const clientScript = `(() => {
  const place = '/sandbox/google/authorize'
  const ask = (response_type, config, more = {}) => {
    const { client_id, scope, state = '', ux_mode = 'popup', callback, error_callback, ...rest } = { ...config, ...more }
    const { nonce = '', code_challenge = '', code_challenge_method = '' } = rest
    const redirect_uri = ux_mode === 'redirect' ? config.redirect_uri : location.origin
    const query = new URLSearchParams({ client_id, response_type, redirect_uri, scope, state, ux_mode, nonce, code_challenge, code_challenge_method })
    const address = place + '?' + query
    if (ux_mode === 'redirect') return location.assign(address)
    const popup = window.open(address, 'google-sign-in', 'popup,width=480,height=640')
    if (popup === null) return error_callback?.({ type: 'popup_failed_to_open', message: 'Failed to open popup window' })
    const end = () => {
      clearInterval(watch)
      removeEventListener('message', hear)
    }
    const hear = (event) => {
      if (event.origin !== location.origin || event.source !== popup) return
      end()
      popup.close()
      callback?.(event.data)
    }
    const watch = setInterval(() => {
      if (!popup.closed) return
      end()
      error_callback?.({ type: 'popup_closed', message: 'Popup window closed' })
    }, 250)
    addEventListener('message', hear)
  }
  const oauth2 = {
    initCodeClient: (config) => ({ requestCode: () => ask('code', config) }),
    initTokenClient: (config) => ({ requestAccessToken: (more) => ask('token', config, more) }),
    hasGrantedAllScopes: (answer, ...scopes) => scopes.every((one) => answer.scope?.split(' ').includes(one)),
    hasGrantedAnyScope: (answer, ...scopes) => scopes.some((one) => answer.scope?.split(' ').includes(one)),
    revoke: (_token, done) => done?.({ successful: true }),
  }
  window.google = { accounts: { oauth2 } }
})()
`

/** Sends the answer to the page that opened the window, and only to our own origin. */
export const answerScript = `window.opener?.postMessage(JSON.parse(document.getElementById('answer').dataset.answer), location.origin)
`
