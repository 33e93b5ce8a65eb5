import { createHmac } from 'node:crypto'
import type { Actor, Log } from '#server/context'
import type { Config } from '#server/config'
import { findNetwork } from './limits.ts'

/** A security event. It contains ids only: no name, email address, phone number, PIN or token. */
export interface SecurityEvent {
  /** `user:…`, `key:…`, `staff:…`, `guest`, `system`, or `console` for a person at the server itself. */
  actor: string
  /** What was attempted, as in `securityEventCalls`. */
  action: string
  /**
   * The object of the attempt: `reference:…`, `id:…`, or a keyed hash of the email address or phone number used in a
   * login attempt.
   */
  object?: string | undefined
  /** `ok`, or the code of the refusal. */
  outcome: string
  amount_kobo?: number | undefined
  call?: string | undefined
  request_id?: string | undefined
  network?: string | undefined
}

/** Logs a security event: one line with the field `security`, as a warning if it was refused. */
export function logSecurityEvent(log: Log, event: SecurityEvent): void {
  const { request_id, ...security } = event
  log[event.outcome === 'ok' ? 'info' : 'warn']({ request_id, security }, 'security event')
}

/** Calls that are security events regardless of their outcome, by action. */
export const securityEventCalls: Readonly<Record<string, string>> = {
  signUp: 'account.create',
  logIn: 'login',
  logInWithGoogle: 'login.google',
  logInWithGoogleToken: 'login.google',
  refreshSession: 'session.renew',
  logOut: 'logout',
  endSession: 'session.end',
  endOtherSessions: 'session.end',
  forgotPassword: 'password.forgotten',
  resetPassword: 'password.reset',
  changePassword: 'password.change',
  sendContactCode: 'contact.code',
  verifyContact: 'contact.prove',
  setWalletPin: 'pin.set',
  updateProfile: 'account.change',
  exportProfile: 'account.export',
  exportProfilePdf: 'account.export',
  eraseProfile: 'account.erase',
  keepProfile: 'account.keep',
  startPayment: 'payment.start',
  cancelBooking: 'money.refund',
  rescheduleBooking: 'money.refund',
  cancelParcel: 'money.refund',
  cancelCharter: 'money.refund',
  redeemPoints: 'money.points',
  decideRewardCase: 'money.reward',
  retryRefund: 'money.refund_retry',
  sendRefundToWallet: 'money.refund_to_wallet',
  answerDispute: 'money.dispute_answer',
  closeOutsideRefund: 'money.refund_outside_seen',
  claimParcel: 'money.claim',
  renewPickupPin: 'pin.renew',
  sendBookingCode: 'booking.code',
  proveBooking: 'booking.prove',
  answerClaim: 'money.claim_payout',
  settleClaim: 'money.claim_payout',
  startSecondFactor: 'factor.start',
  showSecondFactor: 'factor.show',
  inviteMember: 'member.invite',
  acceptInvitation: 'member.join',
  setMemberRole: 'member.role',
  removeMember: 'member.remove',
  decideReview: 'review.decide',
  fundInsurance: 'money.insurance_float',
  issueOperatorInvoice: 'money.invoice',
  issueStaffInvoice: 'money.invoice',
  voidOperatorInvoice: 'money.refund',
  voidStaffInvoice: 'money.refund',
}
/** Refusals that make any call a security event. */
const alarming = new Set([
  'not_signed_in',
  'not_allowed',
  'too_many_requests',
  'wrong_credentials',
  'wrong_password',
  'wrong_code',
  'second_factor_needed',
  'wrong_pin',
  'pin_locked',
  'pin_required',
])

export interface CallOutcome {
  name: string
  actor: Actor | undefined
  input: unknown
  /** The handler's result, if the handler ran. */
  result?: unknown
  outcome: string
  request_id: string
  ip: string
}

/**
 * Logs a call if it is a security event: a watched call, any call by a key or a member of a desk, or one with an
 * alarming refusal.
 */
export function logCall(
  { config, log }: { config: Pick<Config, 'session_secret'>; log: Log },
  { name, actor, input, result, outcome, request_id, ip }: CallOutcome,
): void {
  const isKey = actor?.kind === 'operator' || actor?.kind === 'staff' || actor?.kind === 'member'
  const action = actionOf(name, isKey, input, outcome)
  if (action === undefined) return
  logSecurityEvent(log, {
    actor: actorOf(actor, result),
    action,
    object: objectOf(config, input),
    outcome,
    amount_kobo: amountOf(input, result),
    call: name,
    request_id,
    network: findNetwork(ip),
  })
}

function actionOf(
  name: string,
  isKey: boolean,
  input: unknown,
  outcome: string,
): string | undefined {
  if (
    name === 'startPayment' &&
    (at(input, 'provider') === 'wallet' || at(input, 'wallet_part_kobo'))
  )
    return 'money.wallet_spend'
  const watched = securityEventCalls[name] ?? (isKey ? 'key.use' : undefined)
  if (watched !== undefined) return watched
  return alarming.has(outcome) ? 'access' : undefined
}

/** Returns the actor; for a login, the user in the answer. */
function actorOf(actor: Actor | undefined, result: unknown): string {
  const person = at(at(at(result, 'data'), 'user'), 'id')
  if (typeof person === 'string') return `user:${person}`
  if (actor?.kind === 'user' || actor?.kind === 'member') return `user:${actor.user_id}`
  if (actor?.kind === 'operator') return `key:${actor.key_id}`
  return actor?.kind === 'staff' ? `staff:${actor.key_id}` : 'guest'
}

function objectOf(config: Pick<Config, 'session_secret'>, input: unknown): string | undefined {
  const login = at(input, 'login')
  if (typeof login === 'string') return `login:${hideText(config, login.trim().toLowerCase())}`
  for (const name of ['reference', 'tracking_id', 'id']) {
    const value = at(input, name)
    if (typeof value !== 'string') continue
    const isSecret = name === 'reference' && value.length >= secretReferenceLength
    return `${name}:${isSecret ? hideText(config, value.split('-', 1)[0] ?? '') : value.slice(0, 64)}`
  }
  return undefined
}

/** References of this length give access to what they name, such as an invoice, so the log does not contain them. */
const secretReferenceLength = 20

/** Returns the same short code for the same text, from which nobody can find the text. */
function hideText(config: Pick<Config, 'session_secret'>, text: string): string {
  const key = createHmac('sha256', config.session_secret).update('security events').digest()
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 16)
}

function amountOf(input: unknown, result: unknown): number | undefined {
  const named = ['pay_kobo', 'refund_kobo', 'amount_kobo'].map((name) => at(input, name))
  return [...named, at(result, 'amount_kobo'), at(result, 'credited_kobo')].find(
    (value): value is number => typeof value === 'number',
  )
}

function at(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Record<string, unknown>)[name]
}
