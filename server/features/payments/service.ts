import { setTimeout as sleep } from 'node:timers/promises'
import type { Input } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import {
  type Payment,
  type PaymentMethod,
  channels,
  type getPayment as getPaymentPromise,
  type listPaymentMethods as listPromise,
  type startPayment as startPromise,
  type verifyPayment as verifyPromise,
} from '#contract/payments'
import { extendedHoldMinutes } from '#contract/policy'
import { product } from '#contract/product'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { newId, newReference } from '#server/ids'
import { isOpen, methodsFor } from './methods.ts'
import { paymentMessage } from './payment-words.ts'
import { ProviderDown, ProviderRefusal } from './provider.ts'
import { providerOf } from './providers.ts'
import {
  type Attempt,
  type BookingToPay,
  awaitPayment,
  countCheck,
  failAttempt,
  findAttempt,
  findAttemptOf,
  findBookingToPay,
  insertAttempt,
  keepStarted,
  renameAttempt,
} from './repository.ts'
import { applyPaymentTruth } from './truth.ts'

/** Presses of "Has my payment landed?" a payment allows. */
const mostChecks = 10

/** Providers and channels; those of a booking of mine are closed when they cannot finish in time. */
export async function listPaymentMethods(
  ctx: Context,
  input: Input<typeof listPromise>,
): Promise<PaymentMethod[]> {
  if (input.booking === undefined) return methodsFor(undefined)
  return methodsFor(await findMine(ctx.db, ctx, input.booking, false))
}

/**
 * Starts paying a booking of mine. The attempt is committed before its provider hears of it, and a
 * repeat of the same key finds it again, whatever was lost in between. Throws not_found and the
 * refusals of `refuseUnpayable`; payment_channel_closed; provider_unavailable and provider_refused,
 * after which the seats stay held and another provider may be tried.
 */
export async function startPayment(
  ctx: Context,
  input: Input<typeof startPromise>,
): Promise<Payment> {
  const { attempt, booking } = await inTransaction(ctx.db, async (tx) => {
    const mine = await findMine(tx, ctx, input.reference, true)
    if (mine === undefined) throw refuse('not_found')
    const earlier = ctx.once && (await findAttemptOf(tx, ctx.once, ctx.actor))
    return { booking: mine, attempt: earlier ?? (await openAttempt(tx, ctx, mine, input)) }
  })
  const isSame = attempt.booking_id === booking.id && attempt.provider === input.provider
  if (!isSame || attempt.channel !== (input.channel ?? null)) throw refuse('idempotency_key_reused')
  if (attempt.authorization_url !== null || attempt.status === 'succeeded') return shown(attempt)
  refuseUnpayable(booking)
  return handToProvider(ctx, attempt, booking)
}

/** Where an attempt of mine stands, as far as we know. Throws not_found. */
export async function getPayment(
  ctx: Context,
  input: Input<typeof getPaymentPromise>,
): Promise<Payment> {
  return shown(await mustFind(ctx, input.reference))
}

/** Asks the provider now. Its silence is no failure: what is known is shown. Throws not_found, verify_limit. */
export async function verifyPayment(
  ctx: Context,
  input: Input<typeof verifyPromise>,
): Promise<Payment> {
  const before = await mustFind(ctx, input.reference)
  if (before.status === 'succeeded') return shown(before)
  if (!(await countCheck(ctx.db, before.id, mostChecks))) throw refuse('verify_limit')
  try {
    await applyPaymentTruth(ctx, before.reference)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    ctx.log.warn(
      { err: error, reference: before.reference },
      'the provider does not say whether money landed',
    )
  }
  return shown(await mustFind(ctx, before.reference))
}

async function mustFind(ctx: Context, reference: string): Promise<Attempt> {
  const attempt = await findAttempt(ctx.db, reference, ctx.actor)
  if (attempt === undefined) throw refuse('not_found')
  return attempt
}

function findMine(
  db: Context['db'],
  ctx: Context,
  written: string,
  lock: boolean,
): Promise<BookingToPay | undefined> {
  const reference = normaliseReference(written)
  return findBookingToPay(db, {
    reference,
    actor: ctx.actor,
    lock,
    extended_minutes: extendedHoldMinutes,
  })
}

async function openAttempt(
  tx: Context['db'],
  ctx: Context,
  booking: BookingToPay,
  { provider, channel }: Input<typeof startPromise>,
): Promise<Attempt> {
  refuseUnpayable(booking)
  const open = channelsOf(booking, channel ?? null)
  if (open.length === 0) throw refuse('payment_channel_closed')
  const isSlow = open.some((one) => one !== 'card')
  await awaitPayment(tx, booking.id, isSlow ? extendedHoldMinutes : null)
  const reference = `${booking.reference}-${newReference()}`
  await insertAttempt(tx, {
    id: newId(),
    reference,
    booking_id: booking.id,
    provider,
    channel: channel ?? null,
    amount_kobo: booking.total_kobo,
    once: ctx.once,
  })
  const made = await findAttempt(tx, reference, ctx.actor)
  if (made === undefined) throw refuse('not_found')
  return made
}

/** Throws why a booking cannot be paid now, if it cannot. */
function refuseUnpayable(booking: BookingToPay): void {
  if (['confirmed', 'travelled', 'completed'].includes(booking.status)) throw refuse('already_paid')
  if (booking.status === 'expired') throw refuse('hold_expired')
  if (booking.status !== 'held' && booking.status !== 'awaiting_payment')
    throw refuse('booking_not_open')
  if (!booking.claimed || booking.hold_minutes_left <= 0) throw refuse('hold_expired')
  if (booking.passengers_missing) throw refuse('passengers_missing')
}

function channelsOf(booking: BookingToPay, channel: Attempt['channel']) {
  return channels.filter((one) => (channel === null || channel === one) && isOpen(one, booking))
}

async function handToProvider(
  ctx: Context,
  attempt: Attempt,
  booking: BookingToPay,
): Promise<Payment> {
  let { reference } = attempt
  for (let tries = 1; ; tries += 1) {
    try {
      const link = await providerOf(ctx.config, attempt.provider).initialise({
        reference,
        amount_kobo: attempt.amount_kobo,
        email:
          booking.contact_email ??
          `${booking.reference.toLowerCase()}@${product.email.split('@')[1]}`,
        name: booking.contact_name ?? '',
        phone: booking.contact_phone ?? '',
        channels: attempt.channel === null ? channelsOf(booking, null) : [attempt.channel],
        return_url: `${ctx.config.public_url}/bookride/pay?booking=${booking.reference}&payment=${reference}`,
        minutes_left: Math.max(
          1,
          Math.floor((attempt.expires_at.getTime() - attempt.now.getTime()) / 60_000),
        ),
      })
      await keepStarted(ctx.db, attempt.id, reference, link.authorization_url)
      return shown(await reread(ctx, attempt.id, reference))
    } catch (error) {
      const isRepeated = error instanceof ProviderRefusal && error.repeated && tries === 1
      if (!isRepeated) throw await failed(ctx, attempt, error)
      // An earlier run started it and its link was lost, so nobody can pay it: start under a new name.
      const next = `${booking.reference}-${newReference()}`
      if (!(await renameAttempt(ctx.db, attempt.id, reference, next)))
        return shown(await reread(ctx, attempt.id, next))
      reference = next
    }
  }
}

async function failed(ctx: Context, attempt: Attempt, error: unknown): Promise<unknown> {
  const isDown = error instanceof ProviderDown
  if (!isDown && !(error instanceof ProviderRefusal)) return error
  ctx.log.warn({ err: error, reference: attempt.reference }, 'a payment could not be started')
  await failAttempt(ctx.db, attempt.id, error.message)
  return refuse(isDown ? 'provider_unavailable' : 'provider_refused')
}

/**
 * The attempt with its link, which another run of the same write may be fetching just now under
 * another reference. Throws `unavailable`, which is not kept under the key, when that takes too long.
 */
async function reread(ctx: Context, id: string, reference: string): Promise<Attempt> {
  for (let looks = 1; looks <= 20; looks += 1) {
    const found =
      (ctx.once && (await findAttemptOf(ctx.db, ctx.once, ctx.actor))) ??
      (await findAttempt(ctx.db, reference, ctx.actor))
    if (found?.id === id && found.authorization_url !== null) return found
    await sleep(100)
  }
  throw refuse('unavailable', { retry_after: 1 })
}

function shown(attempt: Attempt): Payment {
  const { reference, purpose, booking, provider, channel, status, outcome } = attempt
  const { amount_kobo, paid_kobo } = attempt
  const is_held =
    attempt.booking_status === 'awaiting_payment' &&
    attempt.hold_expires_at !== null &&
    attempt.hold_expires_at > attempt.now
  const standing = { provider, status, outcome, amount_kobo, paid_kobo }
  return {
    ...standing,
    reference,
    purpose,
    booking,
    channel,
    authorization_url: attempt.authorization_url,
    transfer_account: null,
    ussd: null,
    expires_at: attempt.expires_at.toISOString(),
    server_time: attempt.now.toISOString(),
    checks_left: Math.max(0, mostChecks - attempt.checks),
    message: paymentMessage({ ...standing, is_held }),
  }
}
