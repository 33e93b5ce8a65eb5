// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** accounts of the ledger */
export interface Account {
  id: Generated<string>
  kind: string
  owner: Generated<string>
  currency: Generated<string>
  lazy: Generated<boolean>
  debits_kobo: Generated<number>
  credits_kobo: Generated<number>
  held_kobo: Generated<number>
  entries: Generated<number>
}

/** the ledger, one debit and one credit a row */
export interface Transfer {
  id: Generated<string>
  journal: string
  ref: string
  debit_account: string
  credit_account: string
  currency: Generated<string>
  amount_kobo: number
  code: string
  created_at: Generated<Timestamp>
  payable_id: string | null
}

/** statements, one line a movement with the balance after it */
export interface WalletEntry {
  account_id: string
  number: number
  transfer_id: string
  amount_kobo: number
  balance_kobo: number
  created_at: Timestamp
}

/** money that waits for the other part of a payment */
export interface WalletHold {
  payment_id: string
  account_id: string
  amount_kobo: number
  payable_id: string
}

/** PINs for larger sums */
export interface WalletPin {
  person_id: string
  hash: string
  tries: Generated<number>
  locked_until: Timestamp | null
}

/** money that people add */
export interface WalletTopUp {
  id: string
  person_id: string
}
