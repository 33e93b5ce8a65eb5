import { createHmac } from 'node:crypto'
import { mapProviders, type ProviderName } from '#contract/payments/rules'
import type { Environment } from '#server/config/environment'
import { paymentSettings } from '#server/config/payment-settings'

/** Returns the URL of a stand-in: a simulated API of a company, which this server mounts itself. */
export const makeStandInUrl = ({ PORT }: Environment, name: string) =>
  `http://127.0.0.1:${PORT}/sandbox/${name}`

/** Returns the settings of the payment companies and Google, or of their stand-ins. */
export function chooseThirdParties(set: Environment, session_secret: string) {
  const madeUp = (name: string) =>
    createHmac('sha256', session_secret).update(name).digest('base64url')
  const companyOf = (name: ProviderName) => {
    const { secret_key, webhook_secret, base_url, default_base_url } = paymentSettings[name]
    const stand_in = set[secret_key] === undefined
    return {
      stand_in,
      secret_key: set[secret_key] ?? madeUp(secret_key),
      webhook_secret: set[webhook_secret] ?? madeUp(webhook_secret),
      base_url: stand_in ? makeStandInUrl(set, name) : (set[base_url] ?? default_base_url),
    }
  }
  return {
    ...mapProviders(companyOf),
    google: {
      stand_in: set.GOOGLE_CLIENT_ID === undefined,
      client_id: set.GOOGLE_CLIENT_ID ?? 'stand-in',
      client_secret: set.GOOGLE_CLIENT_SECRET ?? madeUp('google'),
      token_url: set.GOOGLE_CLIENT_ID
        ? 'https://oauth2.googleapis.com/token'
        : `${makeStandInUrl(set, 'google')}/token`,
      jwks_url: set.GOOGLE_CLIENT_ID
        ? 'https://www.googleapis.com/oauth2/v3/certs'
        : `${makeStandInUrl(set, 'google')}/certs`,
      tokeninfo_url: set.GOOGLE_CLIENT_ID
        ? 'https://oauth2.googleapis.com/tokeninfo'
        : `${makeStandInUrl(set, 'google')}/tokeninfo`,
      /**
       * Whether the implicit flow is offered together with the code flow. If false, it is offered only after the code
       * flow has failed.
       */
      offers_implicit: set.GOOGLE_IMPLICIT,
      /**
       * The reason why authorization codes are accepted without verifier and nonce: Google's script may not pass these
       * two on.
       */
      plain_because: set.GOOGLE_PLAIN_CODE,
      /** The script's URL as the browser loads it. The stand-in's script is on the page's own origin. */
      script_url: set.GOOGLE_CLIENT_ID
        ? 'https://accounts.google.com/gsi/client'
        : '/sandbox/google/client.js',
      /** Google's tokens may contain either issuer (OpenID Connect Core 1.0, 15.6.2). */
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
    },
  }
}
