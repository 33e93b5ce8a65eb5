// Written by npm run tables from the migrations.
import type { Generated, Json, Timestamp } from '#server/db/column-types'

/** what people have begun to pay */
export interface Payable {
  id: string
  kind: string
  reference: string
  created_at: Generated<Timestamp>
}

/** what can be paid, and the functions of its room */
export interface PayableKind {
  kind: string
  opens: string | null
  locks: string | null
  fulfils: string | null
  shares: string | null
  fee_vat: string | null
  receives: string | null
}

/** who can pay, the companies and the wallet */
export interface Payer {
  code: string
}

/** attempts, each made before its provider is called */
export interface Payment {
  id: string
  reference: string
  provider: string
  channel: 'card' | 'transfer' | 'ussd' | null
  amount_kobo: number
  currency: Generated<string>
  status: Generated<'initiated' | 'pending' | 'succeeded' | 'failed' | 'abandoned'>
  outcome: Generated<'none' | 'confirmed' | 'confirmed_other_seats' | 'refunded_late' | 'refunded_twice' | 'refunded_short' | 'credited'>
  paid_kobo: Generated<number>
  refunded_kobo: Generated<number>
  refund_pending_kobo: Generated<number>
  provider_id: string | null
  authorization_url: string | null
  transfer_account: Json | null
  ussd: string | null
  failure: string | null
  checks: Generated<number>
  next_check_at: Generated<Timestamp>
  reconciles: Generated<number>
  idempotency_principal: string | null
  idempotency_key: string | null
  expires_at: Timestamp
  created_at: Generated<Timestamp>
  settled_at: Timestamp | null
  person_id: string | null
  wallet_part_kobo: Generated<number>
  without_pin_kobo: Generated<number>
  payable_id: string
  part_of: string | null
}

/** money on its way back */
export interface Refund {
  id: string
  payment_id: string
  seats: Generated<number[]>
  amount_kobo: number
  destination: 'wallet' | 'source'
  reason: 'cancelled' | 'operator_cancelled' | 'paid_late' | 'paid_twice' | 'paid_short' | 'paid_over' | 'price_difference'
  effect: string
  state: Generated<'requested' | 'submitted' | 'succeeded' | 'failed' | 'needs_person'>
  tries: Generated<number>
  next_try_at: Generated<Timestamp>
  provider_id: string | null
  requested_at: Generated<Timestamp>
  heard_at: Timestamp | null
  settled_at: Timestamp | null
  wallet_of: string | null
  payable_id: string
}

/** what providers told us */
export interface WebhookEvent {
  provider: string
  event_id: string
  payment_reference: string | null
  kind: string
  raw: string
  received_at: Generated<Timestamp>
  processed_at: Timestamp | null
}
