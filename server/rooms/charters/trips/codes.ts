import { createHmac } from 'node:crypto'
import { type Secrets, listSecretConfigs } from '#server/platform/secrets'

type Moment = 'start' | 'end'

function codeUnder(secret: string, id: string, moment: Moment): string {
  const key = createHmac('sha256', secret).update('charter code').digest()
  const digest = createHmac('sha256', key).update(`${id}:${moment}`).digest()
  return String(digest.readUIntBE(0, 6) % 10_000).padStart(4, '0')
}

/** Makes the four-digit code that the customer gives the driver at the start or at the end. */
export const makeCharterCode = (
  config: Pick<Secrets, 'session_secret'>,
  id: string,
  moment: Moment,
) => codeUnder(config.session_secret, id, moment)

/** Whether a code is right, even if SESSION_SECRET was rotated after it was made. */
export const isCharterCode = (config: Secrets, id: string, moment: Moment, code: string): boolean =>
  listSecretConfigs(config).some((one) => codeUnder(one.session_secret, id, moment) === code)
