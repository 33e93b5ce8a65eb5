import type { Input } from '#contract/endpoint'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import type { startPayment } from '#contract/payments/endpoints'
import type { Context } from '#server/context'
import type { Payable, AmountDue } from '#server/platform/payable'
import { listUssdBanks } from './providers.ts'
import type { Attempt } from './repository.ts'

export type StartPaymentRequest = Input<typeof startPayment>

/** Throws `invalid_input` if the fields of a payment for a payable contradict each other, or lack its reference. */
export function requireConsistentFields(input: StartPaymentRequest) {
  const { purpose, reference, amount_kobo, provider, wallet_part_kobo } = input
  if (reference === undefined)
    throw makeFieldRefusal<keyof StartPaymentRequest>(
      'reference',
      `Choose which ${purpose} to pay.`,
    )
  if (amount_kobo !== undefined)
    throw makeFieldRefusal<keyof StartPaymentRequest>(
      'amount_kobo',
      `The price of this ${purpose} is fixed. Leave out the amount.`,
    )
  if (provider === 'wallet' && wallet_part_kobo !== undefined)
    throw makeFieldRefusal<keyof StartPaymentRequest>(
      'wallet_part_kobo',
      'Your wallet pays all of this. Leave out the part.',
    )
  requireKnownBank(input)
}

/** Throws `invalid_input` for a bank whose USSD code this payment company does not give. */
export function requireKnownBank({ provider, channel, bank }: StartPaymentRequest) {
  if (bank === undefined) return
  const banks = provider === 'wallet' || channel !== 'ussd' ? [] : listUssdBanks(provider)
  if (!banks.some(({ code }) => code === bank))
    throw makeFieldRefusal<keyof StartPaymentRequest>(
      'bank',
      'We have no USSD code for this bank. Choose another, or leave it out.',
    )
}

/** Returns the calling account. Throws not_signed_in. */
export function requireAccount({ actor }: Context): string {
  if (actor.kind !== 'user') throw makeRefusal('not_signed_in')
  return actor.user_id
}

/**
 * Throws `idempotency_key_reused` unless this call repeats the one that started the attempt. `isSame`: the attempt is
 * for the same payable or top-up.
 */
export function requireSameStart(
  attempt: Attempt,
  isSame: boolean,
  { channel, bank }: StartPaymentRequest,
): void {
  const isSameWay = attempt.channel === (channel ?? null) && attempt.bank === (bank ?? null)
  if (!isSame || !isSameWay) throw makeRefusal('idempotency_key_reused')
}

/**
 * Returns whether an attempt is for this payable, or for any part of a payable that is paid in parts: a later call with
 * the same idempotency key may find that the next part is due.
 */
export const isAttemptFor = (
  attempt: Attempt,
  mine: AmountDue,
  { payable }: { payable: Payable },
) =>
  attempt.payable_id === mine.id ||
  (attempt.kind === (mine.kind ?? payable.kind) && attempt.thing === mine.reference) ||
  (mine.part?.whole !== undefined && attempt.reference.startsWith(`${mine.part.whole}-`))

/**
 * Throws if the part or the amount that the person saw is not what is due now: `already_paid`, `invalid_input` or
 * `price_changed`. A part after the first must be named: otherwise a repeat of the first payment would pay the next
 * part.
 */
export function requireUnchangedDue(
  { part, total_kobo }: AmountDue,
  { part: seenPart, due_kobo }: StartPaymentRequest,
): void {
  if (seenPart !== undefined && seenPart !== part?.name) {
    if (part?.is_first === false) throw makeRefusal('already_paid')
    const due = part ? `Due is the part ${part.name}.` : 'This is not paid in parts.'
    throw makeFieldRefusal<keyof StartPaymentRequest>('part', due)
  }
  if (seenPart === undefined && part?.is_first === false)
    throw makeFieldRefusal<keyof StartPaymentRequest>(
      part.field,
      `An earlier part is paid. Name the part that is due: ${part.name}.`,
    )
  if (due_kobo !== undefined && due_kobo !== total_kobo) throw makeRefusal('price_changed')
}

/** Throws the reason why a payable cannot be paid now, if there is one. */
export function requirePayable({ refusal }: AmountDue): void {
  if (refusal !== null) throw makeRefusal(refusal)
}
