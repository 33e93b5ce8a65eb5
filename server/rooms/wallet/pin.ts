import { formatCount } from '#contract/quantities'
import { createHmac } from 'node:crypto'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { pinLockMinutes, maxPinTries } from '#contract/wallet/rules'
import type { setWalletPin as setEndpoint } from '#contract/wallet/endpoints'
import type { Context } from '#server/context'
import { requireUser, hashPassword, matchesPassword, confirmIdentity } from '#server/rooms/accounts'
import { listSecretConfigs } from '#server/platform/secrets'
import {
  countPinTry,
  findWalletPin,
  resetPinTries,
  rehashWalletPin,
  saveWalletPin,
} from './pin-repository.ts'

/**
 * Sets the PIN. Needs the current PIN or the password. Throws `wrong_pin` and `pin_locked`, `wrong_password` and
 * `login_too_old`.
 */
export async function setWalletPin(
  ctx: Context,
  { pin, current_pin, password }: Input<typeof setEndpoint>,
): Promise<Output<typeof setEndpoint>> {
  const { user_id } = requireUser(ctx)
  const isKnown = current_pin !== undefined && (await findWalletPin(ctx.db, user_id)) !== undefined
  if (isKnown) await requireWalletPin(ctx, current_pin)
  else await confirmIdentity(ctx, password)
  await saveWalletPin(ctx.db, user_id, await hashPassword(keyed(ctx, user_id, pin), user_id))
  return { has_pin: true }
}

/**
 * Requires the caller's PIN before larger sums leave their wallet. Every try counts, so do not call this function in a
 * transaction, whose rollback would undo the count. `why`: the message if the PIN is missing. Throws `pin_missing`,
 * `pin_required`, `wrong_pin` and, after five tries, `pin_locked`.
 */
export async function requireWalletPin(
  ctx: Context,
  pin: string | undefined,
  why?: string,
): Promise<void> {
  const { user_id } = requireUser(ctx)
  const storedPin = await findWalletPin(ctx.db, user_id)
  if (storedPin === undefined)
    throw makeRefusal(
      'pin_missing',
      why === undefined ? {} : { detail: `${why} Set a wallet PIN to continue.` },
    )
  if (storedPin.locked_seconds > 0)
    throw makeRefusal('pin_locked', { retry_after: storedPin.locked_seconds })
  if (pin === undefined)
    throw makeRefusal(
      'pin_required',
      why === undefined ? {} : { detail: `${why} Enter your wallet PIN to continue.` },
    )
  const left = await countPinTry(ctx.db, user_id, maxPinTries, pinLockMinutes)
  if (left === undefined) throw makeRefusal('pin_locked', { retry_after: pinLockMinutes * 60 })
  for (const config of listSecretConfigs(ctx.config)) {
    if (!(await matchesPassword(keyed({ config }, user_id, pin), storedPin.hash, user_id))) continue
    if (config.session_secret === ctx.config.session_secret) return resetPinTries(ctx.db, user_id)
    const hash = await hashPassword(keyed(ctx, user_id, pin), user_id)
    return rehashWalletPin(ctx.db, user_id, storedPin.hash, hash)
  }
  throw makeRefusal('wrong_pin', { detail: wrongPin(left) })
}

function wrongPin(left: number): string {
  const wrong = 'This is not your wallet PIN.'
  if (left === 0)
    return `${wrong} It is locked for ${pinLockMinutes} minutes now, or until you set a new one with your password.`
  return `${wrong} You have ${formatCount(left, 'try', 'tries')} left.`
}

/** Hashes a PIN with a secret outside the database, since a plain hash would be easily guessed. */
function keyed({ config }: Pick<Context, 'config'>, user_id: string, pin: string): string {
  const key = createHmac('sha256', config.session_secret).update('wallet pin').digest()
  return createHmac('sha256', key).update(`${user_id}:${pin}`).digest('base64')
}
