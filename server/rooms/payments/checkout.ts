import { setTimeout as sleep } from 'node:timers/promises'
import { makeRefusal } from '#contract/errors'
import type { Payment } from '#contract/payments/model'
import { product } from '#contract/product'
import type { Context } from '#server/context'
import { makeReference } from '#server/platform/ids'
import { toPayment } from './payment-view.ts'
import {
  type AttemptForProvider,
  type Channel,
  type DirectPayment,
  ProviderUnavailableError,
  ProviderRefusal,
} from './provider.ts'
import { findProvider } from './providers.ts'
import {
  type Attempt,
  markAttemptFailed,
  findAttempt,
  findAttemptOfWrite,
  isAttemptStarted,
  saveAttemptStart,
  replaceAttemptReference,
} from './repository.ts'

/**
 * What a payment company's checkout needs besides the attempt: the payer, the channels to offer, and the prefix of the
 * attempt's references.
 */
export interface CheckoutDetails {
  email: string | null
  name: string | null
  phone: string | null
  channels: readonly Channel[]
  prefix: string
  /**
   * Returns the path of the page to which the payment company sends the browser back. `payment`: the payment's
   * reference.
   */
  makeReturnPath: (payment: string) => string
}

/**
 * Starts a committed attempt at its payment company. Returns the account to pay into or the code to dial, if the
 * company gives them, else the link to its page. Throws provider_unavailable and provider_refused, after which another
 * company may be tried.
 */
export async function startAttemptAtCompany(
  ctx: Context,
  attempt: Attempt,
  payer: CheckoutDetails,
): Promise<Payment> {
  let { reference } = attempt
  if (attempt.provider === 'wallet') throw new Error('a wallet is no company')
  const provider = findProvider(ctx.config, attempt.provider)
  let direct = directWayOf(attempt)
  for (let tries = 1; ; tries += 1) {
    try {
      const told = toAttemptForProvider(ctx, { ...attempt, reference }, payer)
      const step = await (direct ? provider.charge(told, direct) : provider.initialise(told))
      await saveAttemptStart(ctx.db, attempt.id, reference, step)
      return toPayment(ctx, await reread(ctx, attempt.id, reference))
    } catch (error) {
      const isRefused = error instanceof ProviderRefusal
      const isRepeated = isRefused && error.repeated
      if (!isRefused || (isRepeated ? tries > 1 : direct === undefined))
        throw await failed(ctx, attempt, error)
      if (!isRepeated) direct = undefined
      // Nobody can pay under this reference: the company refused it, or an earlier run used it and lost the answer. So
      // give the attempt a new reference.
      const next = `${payer.prefix}-${makeReference()}`
      if (!(await replaceAttemptReference(ctx.db, attempt.id, reference, next)))
        return toPayment(ctx, await reread(ctx, attempt.id, next))
      reference = next
    }
  }
}

/**
 * Returns how an attempt can be paid without its payment company's page, which loads slowly or not at all on a bad
 * network; undefined if it needs that page.
 */
function directWayOf({ channel, bank }: Attempt): DirectPayment | undefined {
  if (channel === 'transfer') return { channel }
  return channel === 'ussd' && bank !== null ? { channel, bank } : undefined
}

function toAttemptForProvider(
  ctx: Context,
  attempt: Attempt,
  payer: CheckoutDetails,
): AttemptForProvider {
  const { reference, amount_kobo, expires_at, now } = attempt
  const minutes_left = Math.floor((expires_at.getTime() - now.getTime()) / 60_000)
  return {
    reference,
    amount_kobo,
    email: payer.email ?? `${payer.prefix.toLowerCase()}@${product.email.split('@')[1] ?? ''}`,
    name: payer.name ?? '',
    phone: payer.phone ?? '',
    channels: payer.channels,
    return_url: ctx.config.public_url + payer.makeReturnPath(reference),
    minutes_left: Math.max(1, minutes_left),
    expires_at,
  }
}

async function failed(ctx: Context, attempt: Attempt, error: unknown): Promise<unknown> {
  const isDown = error instanceof ProviderUnavailableError
  if (!isDown && !(error instanceof ProviderRefusal)) return error
  ctx.log.warn({ err: error, reference: attempt.reference }, 'a payment could not be started')
  await markAttemptFailed(ctx.db, attempt.id, error.message)
  return makeRefusal(isDown ? 'provider_unavailable' : 'provider_refused')
}

/**
 * Returns the attempt with its next step. Another run of the same write may be starting the attempt now under another
 * reference, so waits about two seconds for it. Then throws `unavailable`, which is not stored under the idempotency
 * key.
 */
async function reread(ctx: Context, id: string, reference: string): Promise<Attempt> {
  for (let looks = 1; looks <= 20; looks += 1) {
    const found =
      (ctx.once && (await findAttemptOfWrite(ctx, ctx.once))) ?? (await findAttempt(ctx, reference))
    if (found?.id === id && isAttemptStarted(found)) return found
    await sleep(100)
  }
  throw makeRefusal('unavailable', { retry_after: 1 })
}
