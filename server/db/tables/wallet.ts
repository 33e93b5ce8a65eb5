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
  booking_id: string | null
  created_at: Generated<Timestamp>
}
