import type { Endpoint } from '#contract/endpoint'
import { startConversation } from '#contract/support'

export type OutboxKind = 'conversation' | 'message' | 'fuel_report' | 'review'

/** Something a person wrote that is on its way to the server: committed to the phone before it is sent. */
export interface OutboxItem {
  /** UUIDv4, made when the person acted: the Idempotency-Key and, where the promise has one, `client_ref`. */
  id: string
  kind: OutboxKind
  /** Whose it is; it is never sent under another user. A guest's becomes hers who logs in next. */
  owner: string
  /** The promise's input; a value `$before` becomes the `id` of what `depends_on` was answered. */
  input: Record<string, unknown>
  /** What the list shows: `Fuel price at Mobil, Ikeja`. */
  title: string
  /** The screen that can change it: `${edit_path}?waiting=${id}`. */
  edit_path: string
  /** Id of another item that must be sent first. */
  depends_on?: string
  /** ms by the server's clock: afterwards it is not sent by itself but asks the person again. */
  expires_at?: number
  /** ms by the server's clock. */
  created_at: number
  attempts: number
  /** When it may be tried again, ms by the server's clock. */
  next_at: number
  state: 'waiting' | 'sending' | 'sign_in' | 'needs_you' | 'sent'
  /** Why it needs the person, in the server's words. */
  said?: { code: string; detail: string; fields: Record<string, string> }
  /** When the server said yes, ms by its clock. */
  sent_at?: number
  /** The `id` in the server's answer, for what depends on this. */
  answered_id?: string
  /** It was tried and nobody answered: it may have arrived. */
  is_unsure?: boolean
  /** The same as the service worker sends it, which knows no contract; `$before` stands in it, too. */
  request: { method: string; url: string; body: Record<string, unknown> }
}

/** What each kind is sent as; `ref` where the promise takes the item's id as its `client_ref`. */
export const outboxKinds: Partial<Record<OutboxKind, { promise: Endpoint; ref?: true }>> = {
  conversation: { promise: startConversation },
}
