import type { Config } from '#server/config'

export type Secrets = Pick<Config, 'session_secret' | 'old_session_secrets'>

/**
 * A configuration once for each secret that is read: first as it is, then with each older one in the place
 * of the one that signs. What was made before SESSION_SECRET was rotated is found under one of them.
 */
export function underEachSecret<C extends Secrets>(config: C): C[] {
  return [config.session_secret, ...config.old_session_secrets].map((session_secret) => ({
    ...config,
    session_secret,
  }))
}
