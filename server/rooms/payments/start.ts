import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { Payment } from '#contract/payments/model'
import { paymentChannels, providerNames } from '#contract/payments/rules'
import { minTopUpKobo, pinThresholdKobo, maxPinlessKoboPerDay } from '#contract/wallet/rules'
import { extendedHoldMinutes } from '#contract/policy'
import type { Context } from '#server/context'
import { inTransaction, isUniqueViolation, violatesCheck } from '#server/db/client'
import { type Payable, type AmountDue, findPayable } from '#server/platform/payable'
import { makeId, makeReference } from '#server/platform/ids'
import { requireWalletPin } from '#server/rooms/wallet'
import {
  type StartPaymentRequest,
  isAttemptFor,
  requireConsistentFields,
  requireSameStart,
  requireUnchangedDue,
  requireKnownBank,
  requirePayable,
  requireAccount,
} from './start-checks.ts'
import { startAttemptAtCompany } from './checkout.ts'
import { findAmountDue, makeFulfilmentInput } from './amount-due.ts'
import { isChannelInTime } from './methods.ts'
import { toPayment } from './payment-view.ts'
import type { ProviderName } from './provider.ts'
import {
  type Attempt,
  findAttempt,
  findAttemptOfWrite,
  findPayer,
  renewWalletHold,
  insertTopUp,
  isAttemptStarted,
  openAttempt,
  payFromWallet,
} from './repository.ts'
import { enqueueSettlementEffects } from './settlement.ts'

type StartPayableRequest = StartPaymentRequest & { payable: Payable }

/**
 * Starts a payment for a payable of the caller, pays it from their wallet, or starts a top-up. An attempt is committed
 * before its payment company is called, so that a repeat with the same idempotency key finds it again even if an answer
 * was lost. Throws not_found and the reason why a payable cannot be paid; payment_channel_closed; provider_unavailable
 * and provider_refused, after which another company may be tried; topup_closed; balance_too_low and the refusals of the
 * PIN.
 */
export async function startPayment(ctx: Context, input: StartPaymentRequest): Promise<Payment> {
  const { purpose, provider } = input
  const payable = findPayable(ctx, purpose)
  if (payable === undefined) return topUp(ctx, input)
  requireConsistentFields(input)
  try {
    return await (provider === 'wallet'
      ? payWhole(ctx, { ...input, payable })
      : payAtCompany(ctx, { ...input, payable, provider }))
  } catch (error) {
    // Calls with the same key for the same payable wait for each other at the payable's lock. So a conflict means that
    // the key was used for another payable.
    throw isUniqueViolation(error, 'payment_idempotency_principal_idempotency_key_key')
      ? makeRefusal('idempotency_key_reused')
      : error
  }
}

async function topUp(ctx: Context, input: StartPaymentRequest) {
  const { provider, channel = null, bank = null, amount_kobo, reference, wallet_part_kobo } = input
  const person_id = requireAccount(ctx)
  if (!ctx.config.wallet_topup) throw makeRefusal('topup_closed')
  if (provider === 'wallet')
    throw makeFieldRefusal<keyof StartPaymentRequest>(
      'provider',
      `Choose ${Object.values(providerNames).join(' or ')}.`,
    )
  if (amount_kobo === undefined)
    throw makeFieldRefusal<keyof StartPaymentRequest>('amount_kobo', 'Enter how much to add.')
  if (reference !== undefined)
    throw makeFieldRefusal<keyof StartPaymentRequest>('reference', 'A top-up has no other purpose.')
  if (wallet_part_kobo !== undefined)
    throw makeFieldRefusal<keyof StartPaymentRequest>(
      'wallet_part_kobo',
      'You cannot add money to the wallet from the wallet.',
    )
  const made = { id: makeId(), reference: `${prefix}-${makeReference()}`, once: ctx.once }
  requireKnownBank(input)
  const wanted = { person_id, provider, channel, bank, amount_kobo }
  await insertTopUp(ctx.db, { ...made, ...wanted })
  const attempt =
    (ctx.once && (await findAttemptOfWrite(ctx, ctx.once))) ??
    (await requireAttempt(ctx, made.reference))
  const isSame = attempt.kind === 'wallet' && attempt.amount_kobo === amount_kobo
  requireSameStart(attempt, isSame && attempt.provider === provider, input)
  if (isAttemptStarted(attempt)) return toPayment(ctx, attempt)
  const payer = await findPayer(ctx.db, person_id)
  const open = attempt.channel === null ? paymentChannels : [attempt.channel]
  return startAttemptAtCompany(ctx, attempt, { ...payer, channels: open, prefix, makeReturnPath })
}

/** The prefix of top-ups' references. */
const prefix = 'WALLET'
const makeReturnPath = (payment: string) => `/profile/wallet/add?payment=${payment}`

async function payWhole(ctx: Context, input: StartPayableRequest): Promise<Payment> {
  const paid = await unlessMuchWithoutPin(() => payFromOwnWallet(ctx, input, false))
  if (paid !== 'needs_pin' && paid !== 'much_without_pin') return paid
  await requireWalletPin(ctx, input.pin, paid === 'needs_pin' ? undefined : muchWithoutPin)
  const proved = await payFromOwnWallet(ctx, input, true)
  if (proved === 'needs_pin') throw new Error('the PIN was right')
  return proved
}

const muchWithoutPin = `Small payments from your wallet add up to ${formatNaira(maxPinlessKoboPerDay)} in 24 hours without the PIN.`

/**
 * Runs `work`. Returns `much_without_pin` if the wallet would then have paid more than the limit without its PIN in 24
 * hours.
 */
async function unlessMuchWithoutPin<T>(work: () => Promise<T>): Promise<T | 'much_without_pin'> {
  try {
    return await work()
  } catch (error) {
    if (violatesCheck(error, 'sum_without_pin')) return 'much_without_pin'
    throw error
  }
}

/**
 * Pays from the caller's wallet in one transaction. Returns `needs_pin` if the PIN must be entered first, since it
 * cannot be checked in a transaction.
 */
async function payFromOwnWallet(
  ctx: Context,
  input: StartPayableRequest,
  isProved: boolean,
): Promise<Payment | 'needs_pin'> {
  const person_id = requireAccount(ctx)
  return inTransaction(ctx.db, async (tx) => {
    const mine = await lockAmountDue(tx, ctx, input)
    const earlier = ctx.once && (await findAttemptOfWrite({ ...ctx, db: tx }, ctx.once))
    if (earlier !== undefined) {
      const isSame = isAttemptFor(earlier, mine, input) && earlier.provider === 'wallet'
      if (!isSame) throw makeRefusal('idempotency_key_reused')
      return toPayment(ctx, earlier)
    }
    requirePayable(mine)
    requireUnchangedDue(mine, input)
    if (mine.total_kobo >= pinThresholdKobo && !isProved) return 'needs_pin'
    const reference = `${mine.reference}-${makeReference()}`
    const effect = await payFromWallet(
      tx,
      {
        id: makeId(),
        reference,
        person_id,
        kind: mine.kind ?? input.payable.kind,
        payable_id: mine.id,
        is_proved: isProved,
        once: ctx.once,
      },
      makeFulfilmentInput(ctx, mine, input.payable),
    )
    if (effect.result === 'balance_too_low') throw makeRefusal('balance_too_low')
    await enqueueSettlementEffects(ctx, tx, effect)
    return toPayment(ctx, await requireAttempt({ ...ctx, db: tx }, reference))
  })
}

async function payAtCompany(
  ctx: Context,
  input: StartPayableRequest & { provider: ProviderName },
): Promise<Payment> {
  const part_kobo = input.wallet_part_kobo ?? 0
  if (part_kobo > 0) requireAccount(ctx)
  const isLarge = part_kobo >= pinThresholdKobo
  if (isLarge && !(await isRepeat(ctx))) await requireWalletPin(ctx, input.pin)
  let opened = await unlessMuchWithoutPin(() => openOrFind(ctx, input, isLarge))
  if (opened === 'much_without_pin') {
    await requireWalletPin(ctx, input.pin, muchWithoutPin)
    opened = await openOrFind(ctx, input, true)
  }
  const { attempt, thing } = opened
  if (isAttemptStarted(attempt)) return toPayment(ctx, attempt)
  const { email, name, phone } = thing
  return startAttemptAtCompany(ctx, attempt, {
    email,
    name,
    phone,
    channels: attempt.channel === null ? channelsOf(thing, null) : [attempt.channel],
    prefix: thing.reference,
    makeReturnPath: (payment) => input.payable.makeReturnPath(thing.reference, payment),
  })
}

/** Opens an attempt, or returns the attempt of an earlier run. */
async function openOrFind(
  ctx: Context,
  input: StartPayableRequest & { provider: ProviderName },
  isProved: boolean,
): Promise<{ attempt: Attempt; thing: AmountDue }> {
  const part_kobo = input.wallet_part_kobo ?? 0
  return inTransaction(ctx.db, async (tx) => {
    const mine = await lockAmountDue(tx, ctx, input)
    const earlier = ctx.once && (await findAttemptOfWrite({ ...ctx, db: tx }, ctx.once))
    if (earlier === undefined) {
      requirePayable(mine)
      requireUnchangedDue(mine, input)
      return { thing: mine, attempt: await open(tx, ctx, mine, { ...input, isProved }) }
    }
    const isSame = isAttemptFor(earlier, mine, input) && earlier.provider === input.provider
    requireSameStart(earlier, isSame && earlier.wallet_part_kobo === part_kobo, input)
    if (!isAttemptStarted(earlier)) {
      requirePayable(mine)
      if (earlier.payable_id !== mine.id) throw makeRefusal('already_paid')
      if (part_kobo > 0 && !(await renewWalletHold(tx, earlier.id)))
        throw makeRefusal('balance_too_low')
    }
    return { thing: mine, attempt: earlier }
  })
}

const isRepeat = async (ctx: Context) =>
  ctx.once !== undefined && (await findAttemptOfWrite(ctx, ctx.once)) !== undefined

async function open(
  tx: Context['db'],
  ctx: Context,
  thing: AmountDue,
  {
    payable,
    provider,
    channel,
    bank,
    wallet_part_kobo = 0,
    isProved,
  }: StartPayableRequest & { provider: ProviderName; isProved: boolean },
): Promise<Attempt> {
  const ways = channelsOf(thing, channel ?? null)
  if (ways.length === 0) throw makeRefusal('payment_channel_closed')
  const most = thing.total_kobo - minTopUpKobo
  if (wallet_part_kobo > Math.max(0, most)) {
    const all = 'Pay all of it from your wallet, or at most'
    throw makeFieldRefusal<keyof StartPaymentRequest>(
      'wallet_part_kobo',
      `${all} ${formatNaira(Math.max(0, most))}: any other way takes at least ${formatNaira(minTopUpKobo)}.`,
    )
  }
  const reference = `${thing.reference}-${makeReference()}`
  const isThere = await openAttempt(tx, {
    id: makeId(),
    reference,
    kind: thing.kind ?? payable.kind,
    payable_id: thing.id,
    person_id: ctx.actor.kind === 'user' ? ctx.actor.user_id : null,
    provider,
    channel: channel ?? null,
    bank: bank ?? null,
    amount_kobo: thing.total_kobo - wallet_part_kobo,
    wallet_part_kobo,
    is_proved: isProved,
    extend_to: ways.some((one) => one !== 'card') ? extendedHoldMinutes : null,
    once: ctx.once,
  })
  if (!isThere) throw makeRefusal('balance_too_low')
  return requireAttempt({ ...ctx, db: tx }, reference)
}

async function requireAttempt(ctx: Context, reference: string): Promise<Attempt> {
  const made = await findAttempt(ctx, reference)
  if (made === undefined) throw makeRefusal('not_found')
  return made
}

async function lockAmountDue(
  tx: Context['db'],
  ctx: Context,
  { payable, reference = '' }: StartPayableRequest,
): Promise<AmountDue> {
  const mine = await findAmountDue(ctx, tx, payable, { reference, lock: true })
  if (mine !== undefined) return mine
  payable.refuseStranger?.(ctx)
  throw makeRefusal('not_found')
}

function channelsOf(thing: AmountDue, channel: Attempt['channel']) {
  return paymentChannels.filter(
    (one) => (channel === null || channel === one) && isChannelInTime(one, thing),
  )
}
