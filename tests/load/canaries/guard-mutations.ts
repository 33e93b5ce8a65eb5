import { createHash } from 'node:crypto'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import {
  postChargeTwice,
  sellAfterClaimsAreDeleted,
  fillWallet,
  sendForgedWebhook,
  forgedBody,
  holdOnThreeTrips,
  deleteLedgerAccount,
  refundTwice,
  repeatEffect,
  repeatKeyAtOnce,
  setAsideForHold,
  settleTwiceAtOnce,
  sellAtTwoCounters,
  spendOnTwoPhones,
  releaseWhileSetAside,
} from './attacks.ts'
import { spendSmallSumsAtOnce, moveToCheapestTrip, takeOverAndCancel } from './refund-attacks.ts'
import { guessCodeAtOnce, proveOneOfTwoBookings, redeemCodeAgain } from './guest-attacks.ts'
import {
  type Invariant,
  countForgedMessages,
  countViolations,
} from '#tests/load/invariants/invariants'
import {
  cancelWhileSetAside,
  payClaimAboveCover,
  payClaimTwice,
  grantClaimsAtOnce,
  requestParcelsAtOnce,
  loseUnreceivedParcel,
  overdrawInsurance,
  payWithoutPin,
  grantInsuredClaimAsOperator,
  backdateScan,
  payParcelTwiceAtOnce,
} from './parcel-attacks.ts'
import { charterGuardMutations } from './charters.ts'
import { invoiceGuardMutations } from './invoices.ts'
import { outsideRefundGuardMutations } from './outside-refunds.ts'
import { rewardGuardMutations } from './rewards.ts'
import { holdWithdrawnTrip, holdManyFromOneNetwork } from './seat-attacks.ts'

/** A guard, an attack on it, and the check that must find the damage once the guard is removed. */
export interface GuardMutation {
  guard: string
  detectedBy: Invariant | 'forged messages with an effect'
  /** SQL that removes the guard. */
  removeGuardSql: string
  attack: (db: Db, isGuarded: boolean) => Promise<unknown>
  count?: (db: Db) => Promise<number>
}

const inFunction = (name: string, was: string, is: string) =>
  `do $$ begin execute regexp_replace(pg_get_functiondef('${name}'::regproc), '${was}', '${is}', 'g'); end $$`

export const guardMutations: readonly GuardMutation[] = [
  ...charterGuardMutations,
  ...invoiceGuardMutations,
  ...outsideRefundGuardMutations,
  ...rewardGuardMutations,
  {
    guard: 'seat_claim: primary key',
    detectedBy: 'seats sold twice, by claims',
    removeGuardSql: 'alter table seat_claim drop constraint seat_claim_pkey',
    attack: sellAtTwoCounters,
  },
  {
    guard: 'ticket: one live ticket a seat',
    detectedBy: 'seats sold twice, by tickets',
    removeGuardSql: 'drop index ticket_live',
    attack: sellAfterClaimsAreDeleted,
  },
  {
    guard: 'apply_payment: the thing and the attempt are locked',
    detectedBy: 'refunded with a live ticket',
    removeGuardSql: `${inFunction('apply_payment', ' for update', '')}; ${inFunction('lock_booking', ' for update', '')}`,
    attack: settleTwiceAtOnce,
  },
  {
    guard: 'transfer: one row a reference',
    detectedBy: 'money doubled: one charge applied twice',
    removeGuardSql: `alter table transfer drop constraint transfer_ref_key; ${inFunction('post_transfer', 'on conflict \\(ref\\) do nothing', '')}`,
    attack: postChargeTwice,
  },
  {
    guard: 'payment: never refund more than paid',
    detectedBy: 'refunded more than paid',
    removeGuardSql: 'alter table payment drop constraint never_refund_more_than_paid',
    attack: refundTwice,
  },
  {
    guard: 'raise_refund: into the wallet of who paid, and into no other',
    detectedBy: 'money in the wallet of who did not pay it',
    removeGuardSql: `alter table refund drop constraint refund_to_its_payer, drop constraint a_wallet_has_its_owner;
      ${inFunction('raise_refund', 'where id = pay.person_id', 'where id = (select user_id from booking where id = pay.payable_id)')}`,
    attack: takeOverAndCancel,
  },
  {
    guard: 'booking_move: gives back no more than cancelling',
    detectedBy: 'a move gave back more than cancelling would have',
    removeGuardSql: 'alter table booking_move drop constraint no_more_than_cancelling',
    attack: moveToCheapestTrip,
  },
  {
    guard: 'payment: small sums without a PIN are counted one by one',
    detectedBy: 'more spent without a PIN in a day than may be',
    removeGuardSql: inFunction('limit_sum_without_pin', 'perform from account[^;]*;', ''),
    attack: spendSmallSumsAtOnce,
  },
  {
    guard: 'parcel: unpaid ones are counted one by one',
    detectedBy: 'unpaid parcels of one person above ten',
    removeGuardSql: inFunction('limit_unpaid_parcels', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: requestParcelsAtOnce,
  },
  {
    guard: 'refund: one refund an effect',
    detectedBy: 'one effect refunded twice',
    removeGuardSql: `alter table refund drop constraint refund_effect_key; ${inFunction('raise_refund', 'on conflict \\(effect\\) do nothing', '')}`,
    attack: repeatEffect,
  },
  {
    guard: 'idempotency: one row a key',
    detectedBy: 'one key, two effects (in the tables)',
    removeGuardSql: 'alter table idempotency drop constraint idempotency_pkey',
    attack: repeatKeyAtOnce,
  },
  {
    guard: 'hold_seats: one hold of a person at a time',
    detectedBy: 'open holds of one person above two',
    removeGuardSql: inFunction('hold_seats', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: holdOnThreeTrips,
  },
  {
    guard: 'hold_seats: what a network holds unpaid is judged',
    detectedBy: 'unpaid seats of one network above three tenths of a departure',
    removeGuardSql: inFunction('hold_seats', 'crowd := check_network_limit[^;]*;', ''),
    attack: holdManyFromOneNetwork,
  },
  {
    guard: 'hold_seats: one request of a network at a time',
    detectedBy: 'unpaid seats of one network above three tenths of a departure',
    removeGuardSql: inFunction(
      'hold_seats',
      'perform pg_advisory_xact_lock[^;]*p_network[^;]*;',
      '',
    ),
    attack: holdManyFromOneNetwork,
  },
  {
    guard: 'sellable_seats: nothing of a withdrawn departure',
    detectedBy: 'sold after it was withdrawn',
    removeGuardSql: inFunction('sellable_seats', 'and t.withdrawn_at is null', ''),
    attack: holdWithdrawnTrip,
  },
  {
    guard: 'transfer: strict accounts follow',
    detectedBy: 'cached sums differ from their rows',
    removeGuardSql: 'drop trigger transfer_posts on transfer',
    attack: fillWallet,
  },
  {
    guard: 'account: no wallet below zero',
    detectedBy: 'wallet below zero',
    removeGuardSql: 'alter table account drop constraint no_overdraft',
    attack: spendOnTwoPhones,
  },
  {
    guard: 'wallet_hold: the account counts it',
    detectedBy: 'money set aside differs from its holds',
    removeGuardSql: 'drop trigger wallet_hold_counts on wallet_hold',
    attack: setAsideForHold,
  },
  {
    guard: 'booking: its end frees the wallet',
    detectedBy: 'money set aside for a booking that is over',
    removeGuardSql: 'drop trigger booking_frees_wallet on booking',
    attack: releaseWhileSetAside,
  },
  {
    guard: 'transfer: no account with entries goes',
    detectedBy: 'trial balance is not zero',
    removeGuardSql: 'alter table transfer drop constraint transfer_debit_account_fkey',
    attack: deleteLedgerAccount,
  },
  {
    guard: 'confirm_parcel: paid once',
    detectedBy: 'parcel paid, and not by one payment’s worth',
    removeGuardSql: `${inFunction('lock_parcel', 'when paid_kobo > 0 then .paid_twice. end', 'end')}; ${inFunction('confirm_parcel', 'sent.paid_kobo > 0', 'false')}`,
    attack: payParcelTwiceAtOnce,
  },
  {
    guard: 'parcel: paid with its papers',
    detectedBy: 'parcel paid without waybill, PIN or its one event, or not paid with them',
    removeGuardSql: 'alter table parcel drop constraint paid_with_its_papers',
    attack: payWithoutPin,
  },
  {
    guard: 'parcel: its end frees the wallet',
    detectedBy: 'money set aside for a parcel that is over',
    removeGuardSql: 'drop trigger parcel_frees_wallet on parcel',
    attack: cancelWhileSetAside,
  },
  {
    guard: 'transfer: one claim a parcel',
    detectedBy: 'claim paid twice, above its cover, to another wallet, or not as it was accepted',
    removeGuardSql: 'drop index claim_paid_once',
    attack: payClaimTwice,
  },
  {
    guard: 'pay_claim: never above the cover',
    detectedBy: 'claim paid twice, above its cover, to another wallet, or not as it was accepted',
    removeGuardSql: inFunction('pay_claim', 'claim.granted_kobo > sent.cover_kobo', 'false'),
    attack: payClaimAboveCover,
  },
  {
    guard: 'account: the insurance never below zero',
    detectedBy: 'insurance below zero',
    removeGuardSql: 'alter table account drop constraint no_overdraft',
    attack: overdrawInsurance,
  },
  {
    guard: 'parcel_claim: insured and large ones are ours to answer',
    detectedBy:
      'claim out of the wrong account, or an insured or large one answered by an operator',
    removeGuardSql: 'alter table parcel_claim drop constraint ours_to_answer',
    attack: grantInsuredClaimAsOperator,
  },
  {
    guard: 'parcel: harm only after it was taken in',
    detectedBy: 'parcel lost or damaged that nobody took in before',
    removeGuardSql: `alter table parcel drop constraint taken_in_before_harm; ${inFunction('fold_parcel', 'p.received_at <= e.occurred_at', 'true')}`,
    attack: loseUnreceivedParcel,
  },
  {
    guard: 'record_parcel_scan: scans have a window of time',
    detectedBy: 'scan from before its parcel was paid, from the future, or older than 30 days',
    removeGuardSql: inFunction(
      'record_parcel_scan',
      'if p_scan.occurred_at not between',
      'if false and p_scan.occurred_at not between',
    ),
    attack: backdateScan,
  },
  {
    guard: 'parcel_claim: what an operator grants in a day is counted one by one',
    detectedBy: 'claims granted by an operator in a day above ₦200,000',
    removeGuardSql: inFunction('limit_operator_claims', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: grantClaimsAtOnce,
  },
  {
    guard: 'booking_code: five tries',
    detectedBy: 'code of a booking tried more than five times',
    removeGuardSql: `alter table booking_code drop constraint booking_code_tries_left_check;
      ${inFunction('prove_booking', ' and tries_left > 0', '')}`,
    attack: guessCodeAtOnce,
  },
  {
    guard: 'prove_booking: a code is good once',
    detectedBy: 'code of a booking that let in twice',
    removeGuardSql: `alter table booking_proof drop constraint booking_proof_code_id_key;
      ${inFunction('prove_booking', 'then 0 else', 'then tries_left else')}`,
    attack: redeemCodeAgain,
  },
  {
    guard: 'guest_token_opens: a proof is of one booking',
    detectedBy: 'token that opens a booking it is no proof of',
    removeGuardSql: inFunction('guest_token_opens', ' and p.booking_id = b.id', ''),
    attack: proveOneOfTwoBookings,
  },
  {
    guard: 'webhook: the signature',
    detectedBy: 'forged messages with an effect',
    removeGuardSql: 'select',
    attack: sendForgedWebhook,
    count: (db) => countForgedMessages(db, [createHash('sha256').update(forgedBody).digest('hex')]),
  },
]

/**
 * Returns the check's counts with the guard and without it. The mutation is detected if the first is 0 and the second
 * is more than 0.
 */
export async function tryGuardMutation(
  { removeGuardSql, attack, detectedBy, count }: GuardMutation,
  withScratch: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
): Promise<{ guarded: number; unguarded: number }> {
  const counted = (db: Db) =>
    detectedBy === 'forged messages with an effect'
      ? (count?.(db) ?? 0)
      : countViolations(db, detectedBy)
  const guarded = await withScratch(async (db) => {
    await attack(db, true)
    return counted(db)
  })
  const unguarded = await withScratch(async (db) => {
    await sql.raw(removeGuardSql).execute(db)
    await attack(db, false)
    return counted(db)
  })
  return { guarded, unguarded }
}
