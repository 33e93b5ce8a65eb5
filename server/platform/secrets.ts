import type { Config } from '#server/config'

export type Secrets = Pick<Config, 'session_secret' | 'old_session_secrets'>

/**
 * A configuration for each secret that is read: first the current one, then with each older one as the secret that
 * signs. Finds what was made before SESSION_SECRET was rotated.
 */
export function listSecretConfigs<C extends Secrets>(config: C): C[] {
  return [config.session_secret, ...config.old_session_secrets].map((session_secret) => ({
    ...config,
    session_secret,
  }))
}
