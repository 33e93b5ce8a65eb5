import type { Config } from '#server/config'

/** The secret that signs now, and the earlier ones that are still accepted. */
export type Secrets = Pick<Config, 'session_secret' | 'old_session_secrets'>

/**
 * Returns one copy of the configuration for each accepted secret, with that secret as the signing secret: the current
 * one first. Used to find data made before SESSION_SECRET was rotated.
 */
export function listSecretConfigs<C extends Secrets>(config: C): C[] {
  return [config.session_secret, ...config.old_session_secrets].map((session_secret) => ({
    ...config,
    session_secret,
  }))
}
