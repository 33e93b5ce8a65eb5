import { createHash } from 'node:crypto'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import {
  postChargeTwice,
  sellAfterLostClaims,
  fillWallet,
  forge,
  forgedBody,
  hoard,
  deleteAccount,
  refundTwice,
  repeatEffect,
  repeatKeyAtOnce,
  spendWhatIsSetAside,
  settleTwiceAtOnce,
  sellAtTwoCounters,
  spendOnTwoPhones,
  releaseWhileSetAside,
} from './attacks.ts'
import { spendSmallSumsAtOnce, moveToTheCheapest, takeOverAndCancel } from './refund-attacks.ts'
import { guessAtOnce, reuseProof, useCodeAgain } from './guest-attacks.ts'
import { type Invariant, countForged, countViolations } from '#tests/load/invariants/invariants'
import {
  cancelWhileSetAside,
  claimTooMuch,
  claimTwice,
  grantAtOnce,
  requestParcelsAtOnce,
  loseUnreceivedParcel,
  overdrawInsurance,
  payWithoutPin,
  payOwnOperator,
  backdateScan,
  twoPayOneParcel,
} from './parcel-attacks.ts'
import { charterCanaries } from './charters.ts'
import { invoiceCanaries } from './invoices.ts'
import { holdWithdrawnTrip, holdManyFromOneNetwork } from './seat-attacks.ts'

/** A guard, an attack on it, and the check that must find the damage once the guard is removed. */
export interface Canary {
  guard: string
  bites: Invariant | 'forged messages with an effect'
  /** SQL that removes the guard. */
  takeAway: string
  attack: (db: Db, isGuarded: boolean) => Promise<unknown>
  count?: (db: Db) => Promise<number>
}

const inFunction = (name: string, was: string, is: string) =>
  `do $$ begin execute regexp_replace(pg_get_functiondef('${name}'::regproc), '${was}', '${is}', 'g'); end $$`

export const canaries: readonly Canary[] = [
  ...charterCanaries,
  ...invoiceCanaries,
  {
    guard: 'seat_claim: primary key',
    bites: 'seats sold twice, by claims',
    takeAway: 'alter table seat_claim drop constraint seat_claim_pkey',
    attack: sellAtTwoCounters,
  },
  {
    guard: 'ticket: one live ticket a seat',
    bites: 'seats sold twice, by tickets',
    takeAway: 'drop index ticket_live',
    attack: sellAfterLostClaims,
  },
  {
    guard: 'apply_payment: the thing and the attempt are locked',
    bites: 'refunded with a live ticket',
    takeAway: `${inFunction('apply_payment', ' for update', '')}; ${inFunction('lock_booking', ' for update', '')}`,
    attack: settleTwiceAtOnce,
  },
  {
    guard: 'transfer: one row a reference',
    bites: 'money doubled: one charge applied twice',
    takeAway: `alter table transfer drop constraint transfer_ref_key; ${inFunction('post_transfer', 'on conflict \\(ref\\) do nothing', '')}`,
    attack: postChargeTwice,
  },
  {
    guard: 'payment: never refund more than paid',
    bites: 'refunded more than paid',
    takeAway: 'alter table payment drop constraint never_refund_more_than_paid',
    attack: refundTwice,
  },
  {
    guard: 'raise_refund: into the wallet of who paid, and into no other',
    bites: 'money in the wallet of who did not pay it',
    takeAway: `alter table refund drop constraint refund_to_its_payer, drop constraint a_wallet_has_its_owner;
      ${inFunction('raise_refund', 'then pay.person_id end', 'then (select user_id from booking where id = pay.payable_id) end')}`,
    attack: takeOverAndCancel,
  },
  {
    guard: 'booking_move: gives back no more than cancelling',
    bites: 'a move gave back more than cancelling would have',
    takeAway: 'alter table booking_move drop constraint no_more_than_cancelling',
    attack: moveToTheCheapest,
  },
  {
    guard: 'payment: small sums without a PIN are counted one by one',
    bites: 'more spent without a PIN in a day than may be',
    takeAway: inFunction('limit_sum_without_pin', 'perform from account[^;]*;', ''),
    attack: spendSmallSumsAtOnce,
  },
  {
    guard: 'parcel: unpaid ones are counted one by one',
    bites: 'unpaid parcels of one person above ten',
    takeAway: inFunction('limit_unpaid_parcels', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: requestParcelsAtOnce,
  },
  {
    guard: 'refund: one refund an effect',
    bites: 'one effect refunded twice',
    takeAway: `alter table refund drop constraint refund_effect_key; ${inFunction('raise_refund', 'on conflict \\(effect\\) do nothing', '')}`,
    attack: repeatEffect,
  },
  {
    guard: 'idempotency: one row a key',
    bites: 'one key, two effects (in the tables)',
    takeAway: 'alter table idempotency drop constraint idempotency_pkey',
    attack: repeatKeyAtOnce,
  },
  {
    guard: 'hold_seats: one hold of a person at a time',
    bites: 'open holds of one person above two',
    takeAway: inFunction('hold_seats', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: hoard,
  },
  {
    guard: 'hold_seats: what a network holds unpaid is judged',
    bites: 'unpaid seats of one network above three tenths of a departure',
    takeAway: inFunction('hold_seats', 'crowd := check_network_limit[^;]*;', ''),
    attack: holdManyFromOneNetwork,
  },
  {
    guard: 'hold_seats: one request of a network at a time',
    bites: 'unpaid seats of one network above three tenths of a departure',
    takeAway: inFunction('hold_seats', 'perform pg_advisory_xact_lock[^;]*p_network[^;]*;', ''),
    attack: holdManyFromOneNetwork,
  },
  {
    guard: 'sellable_seats: nothing of a withdrawn departure',
    bites: 'sold after it was withdrawn',
    takeAway: inFunction('sellable_seats', 'and t.withdrawn_at is null', ''),
    attack: holdWithdrawnTrip,
  },
  {
    guard: 'transfer: strict accounts follow',
    bites: 'cached sums differ from their rows',
    takeAway: 'drop trigger transfer_posts on transfer',
    attack: fillWallet,
  },
  {
    guard: 'account: no wallet below zero',
    bites: 'wallet below zero',
    takeAway: 'alter table account drop constraint no_overdraft',
    attack: spendOnTwoPhones,
  },
  {
    guard: 'wallet_hold: the account counts it',
    bites: 'money set aside differs from its holds',
    takeAway: 'drop trigger wallet_hold_counts on wallet_hold',
    attack: spendWhatIsSetAside,
  },
  {
    guard: 'booking: its end frees the wallet',
    bites: 'money set aside for a booking that is over',
    takeAway: 'drop trigger booking_frees_wallet on booking',
    attack: releaseWhileSetAside,
  },
  {
    guard: 'transfer: no account with entries goes',
    bites: 'trial balance is not zero',
    takeAway: 'alter table transfer drop constraint transfer_debit_account_fkey',
    attack: deleteAccount,
  },
  {
    guard: 'confirm_parcel: paid once',
    bites: 'parcel paid, and not by one payment’s worth',
    takeAway: `${inFunction('lock_parcel', 'when paid_kobo > 0 then .paid_twice. end', 'end')}; ${inFunction('confirm_parcel', 'sent.paid_kobo > 0', 'false')}`,
    attack: twoPayOneParcel,
  },
  {
    guard: 'parcel: paid with its papers',
    bites: 'parcel paid without waybill, PIN or its one event, or not paid with them',
    takeAway: 'alter table parcel drop constraint paid_with_its_papers',
    attack: payWithoutPin,
  },
  {
    guard: 'parcel: its end frees the wallet',
    bites: 'money set aside for a parcel that is over',
    takeAway: 'drop trigger parcel_frees_wallet on parcel',
    attack: cancelWhileSetAside,
  },
  {
    guard: 'transfer: one claim a parcel',
    bites: 'claim paid twice, above its cover, to another wallet, or not as it was accepted',
    takeAway: 'drop index claim_paid_once',
    attack: claimTwice,
  },
  {
    guard: 'pay_claim: never above the cover',
    bites: 'claim paid twice, above its cover, to another wallet, or not as it was accepted',
    takeAway: inFunction('pay_claim', 'claim.granted_kobo > sent.cover_kobo', 'false'),
    attack: claimTooMuch,
  },
  {
    guard: 'account: the insurance never below zero',
    bites: 'insurance below zero',
    takeAway: 'alter table account drop constraint no_overdraft',
    attack: overdrawInsurance,
  },
  {
    guard: 'parcel_claim: insured and large ones are ours to answer',
    bites: 'claim out of the wrong account, or an insured or large one answered by an operator',
    takeAway: 'alter table parcel_claim drop constraint ours_to_answer',
    attack: payOwnOperator,
  },
  {
    guard: 'parcel: harm only after it was taken in',
    bites: 'parcel lost or damaged that nobody took in before',
    takeAway: `alter table parcel drop constraint taken_in_before_harm; ${inFunction('fold_parcel', 'p.received_at <= e.occurred_at', 'true')}`,
    attack: loseUnreceivedParcel,
  },
  {
    guard: 'record_parcel_scan: scans have a window of time',
    bites: 'scan from before its parcel was paid, from the future, or older than 30 days',
    takeAway: inFunction(
      'record_parcel_scan',
      'if p_scan.occurred_at not between',
      'if false and p_scan.occurred_at not between',
    ),
    attack: backdateScan,
  },
  {
    guard: 'parcel_claim: what an operator grants in a day is counted one by one',
    bites: 'claims granted by an operator in a day above ₦200,000',
    takeAway: inFunction('limit_operator_claims', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: grantAtOnce,
  },
  {
    guard: 'booking_code: five tries',
    bites: 'code of a booking tried more than five times',
    takeAway: `alter table booking_code drop constraint booking_code_tries_left_check;
      ${inFunction('prove_booking', ' and tries_left > 0', '')}`,
    attack: guessAtOnce,
  },
  {
    guard: 'prove_booking: a code is good once',
    bites: 'code of a booking that let in twice',
    takeAway: `alter table booking_proof drop constraint booking_proof_code_id_key;
      ${inFunction('prove_booking', 'then 0 else', 'then tries_left else')}`,
    attack: useCodeAgain,
  },
  {
    guard: 'guest_token_opens: a proof is of one booking',
    bites: 'token that opens a booking it is no proof of',
    takeAway: inFunction('guest_token_opens', ' and p.booking_id = b.id', ''),
    attack: reuseProof,
  },
  {
    guard: 'webhook: the signature',
    bites: 'forged messages with an effect',
    takeAway: 'select',
    attack: forge,
    count: (db) => countForged(db, [createHash('sha256').update(forgedBody).digest('hex')]),
  },
]

/** Returns the check's counts with the guard and without it: the canary works if they are 0 and more than 0. */
export async function tryCanary(
  { takeAway, attack, bites, count }: Canary,
  withScratch: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
): Promise<{ guarded: number; unguarded: number }> {
  const counted = (db: Db) =>
    bites === 'forged messages with an effect' ? (count?.(db) ?? 0) : countViolations(db, bites)
  const guarded = await withScratch(async (db) => {
    await attack(db, true)
    return counted(db)
  })
  const unguarded = await withScratch(async (db) => {
    await sql.raw(takeAway).execute(db)
    await attack(db, false)
    return counted(db)
  })
  return { guarded, unguarded }
}
