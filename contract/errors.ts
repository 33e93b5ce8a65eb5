import type { Puzzle } from './puzzle.ts'

/** Every error code with its HTTP status and the sentence that people read. */
export const errorTable = {
  invalid_input: [400, 'Something is missing or wrong. Check the marked fields.'],
  malformed_body: [400, 'The request could not be read as JSON.'],
  idempotency_key_missing: [400, 'This call needs an Idempotency-Key header.'],
  not_signed_in: [401, 'Please log in first.'],
  bad_signature: [401, 'The signature does not match.'],
  not_allowed: [403, 'You are not allowed to do this.'],
  code_needed: [
    403,
    'Open this booking with the code we send to the phone number it was made with.',
  ],
  not_found: [404, 'We could not find this. Check what you entered.'],
  method_not_allowed: [405, 'This address does not support that method.'],
  body_too_large: [413, 'That is too much to send at once. Send less, or a smaller photo.'],
  unsupported_media_type: [415, 'Send JSON with the content type application/json.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was already used for another request.'],
  too_many_requests: [429, 'Too many tries. Wait a moment and try again.'],
  unexpected: [500, 'Something went wrong on our side. We have been told. Please try again.'],
  unavailable: [503, 'The service is starting or too busy. Please try again in a moment.'],

  trip_not_on_sale: [409, 'This trip is no longer on sale. Choose another.'],
  fare_unknown: [409, 'The fare of this trip is not known. Call the operator.'],
  seat_taken: [409, 'One of these seats was just taken. Pick another.'],
  too_many_holds: [409, 'You already hold seats on two trips. Pay or release one first.'],
  proof_needed: [
    409,
    'Many seats are held from your network. Complete the check to show that you are not a robot.',
  ],
  network_busy: [
    429,
    'Many seats of this bus are being held from your network. Log in with Google or with a phone number you have verified, use another network, or try again in a minute.',
  ],
  hold_expired: [
    409,
    'The time to pay is over and the seats went back on sale. Choose seats again.',
  ],
  booking_not_open: [
    409,
    'This booking can no longer be changed. Open My trips to see its status.',
  ],
  reservation_closed: [409, 'These seats cannot be paid at the park. Pay online to get them.'],
  too_many_reservations: [
    409,
    'You have reserved as much as you may without paying. Pay or release one first, or pay online.',
  ],
  phone_unverified: [
    409,
    'Seats are reserved only for people with a verified phone number. Verify yours in your profile, or pay online.',
  ],
  passengers_missing: [409, 'Enter the travellers before paying.'],
  already_paid: [409, 'This is already paid. You do not have to pay again.'],
  payment_channel_closed: [
    409,
    'There is not enough time left to pay this way. Choose another way.',
  ],
  provider_unavailable: [
    503,
    'The payment company is not answering. Try again, or pay another way.',
  ],
  provider_refused: [
    409,
    'The payment company refused the payment. Try again, or pay another way.',
  ],
  verify_limit: [
    429,
    'You have checked this payment 10 times. We keep checking it and will write to you.',
  ],
  cancellation_closed: [409, 'This booking can no longer be cancelled. Call the operator.'],
  reschedule_closed: [
    409,
    'This booking can no longer be moved to another trip. Call the operator.',
  ],
  price_changed: [409, 'The price has changed. Look at it again before you continue.'],
  wallet_needs_account: [
    409,
    'You need an account to have a wallet. Choose a refund to the card or account you paid from.',
  ],
  paid_by_another: [
    409,
    'This was not paid with your account, so the money goes back the way it was paid.',
  ],
  ticket_not_ready: [
    409,
    'Your payment has not arrived yet. You get the ticket as soon as it does.',
  ],

  manifest_deleted: [
    410,
    'The details of these passengers are deleted, as we promise them. Names and seats are still on the sheet of the departure.',
  ],

  wrong_credentials: [401, 'Wrong email, phone or password. Check them and try again.'],
  wrong_password: [
    409,
    'This is not your password. Try again, or ask for a code to set a new one.',
  ],
  wrong_code: [409, 'This code is wrong or has expired. Check it, or ask for a new one.'],
  sms_not_possible: [
    409,
    'We cannot text this number. Add a mobile number from Nigeria or another country we serve to your profile, or use your email address.',
  ],
  google_refused: [
    409,
    'Google did not confirm who you are. Try again, or log in with your password.',
  ],
  google_unavailable: [
    503,
    'Google is not answering. Log in with your password, or try again later.',
  ],
  login_too_old: [409, 'Log in again first: this needs a recent login.'],
  open_things_left: [
    409,
    'You still have money, points or a coming trip. Use them first, or give them up.',
  ],
  traveller_limit: [409, 'You can save at most 20 travellers. Remove one first.'],
  topup_closed: [
    409,
    'You cannot add money to the wallet here. Pay by transfer, card or USSD instead.',
  ],
  balance_too_low: [409, 'There is not enough money in the wallet. Pay another way.'],
  pin_missing: [409, 'Set a wallet PIN first. It protects larger sums.'],
  pin_required: [409, 'Enter your wallet PIN.'],
  wrong_pin: [409, 'This is not your wallet PIN. Try again, or set a new one with your password.'],
  pin_locked: [429, 'Too many wrong PINs. Wait 30 minutes, or set a new one with your password.'],
  points_too_few: [409, 'You do not have that many points. Enter fewer.'],
  report_too_old: [
    409,
    'This price was seen more than a day ago. Look again and report what it is now.',
  ],
  no_parcel_bus: [
    409,
    'No bus carries parcels on this route in the next three days. Try another park.',
  ],
  too_many_unpaid: [409, 'You have 10 unpaid parcels. Pay or cancel one first.'],
  quote_expired: [409, 'This price is no longer valid. Look at the new one before you continue.'],
  parcel_loaded: [
    409,
    'This parcel is on its way or has a claim, so it can no longer be cancelled.',
  ],
  parcel_closed: [
    409,
    'This parcel is closed and can no longer be changed. Write to us if something is wrong.',
  ],
  waybill_not_ready: [
    409,
    'Your payment has not arrived yet. You get the waybill as soon as it does.',
  ],
  claim_closed: [
    409,
    'You cannot make a claim for this parcel now. Write to us if something is wrong.',
  ],
  claim_open: [409, 'You already have a claim for this parcel. Wait for the operator’s answer.'],
  claim_answered: [409, 'This claim was answered already.'],
  claim_for_staff: [409, 'Our staff decide this claim. Tell them what you would pay, and why.'],
  vehicle_taken: [
    409,
    'This vehicle is taken on one of these days. Choose other days or another vehicle.',
  ],
  charter_closed: [409, 'It is too late to do that with this charter. Call the operator.'],
  sharing_closed: [409, 'This trip is over or cancelled. It cannot be shared any more.'],
  too_many_links: [
    409,
    'You cannot make more than 20 links for a trip. Send one you already have.',
  ],
  not_on_the_road: [409, 'This bus has not left yet. Try again once it has.'],
  review_closed: [
    409,
    'A review can be changed for 30 days. After your next trip you can write a new one.',
  ],
  review_changed: [409, 'The author has changed this review. Read it again, then decide.'],
  review_answered: [409, 'This review was answered already.'],
  invoice_closed: [409, 'Nothing is left to pay on this invoice: it is paid or cancelled.'],
  invoice_order: [409, 'An earlier part of this invoice is not paid yet. Pay that one first.'],
  invoice_void: [409, 'This invoice was cancelled already.'],
  invoice_limit: [
    409,
    'This is above your invoice limit for one day. Ask our staff, or try again tomorrow.',
  ],
  invoice_for_staff: [409, 'This refund is above your limit for one day. Ask our staff.'],
  invoice_of_another_room: [409, 'This invoice belongs to a booking. Cancel the booking instead.'],
  conversation_open: [409, 'This conversation is not over yet.'],
  seats_kept: [
    409,
    'The free seats of this departure go to its waiting list first. Join it, and we hold seats for you when it is your turn.',
  ],
  seats_free: [409, 'There are free seats on this departure. Book them now.'],
  already_waiting: [409, 'You have asked for this already. Find it under Travel requests.'],
  too_many_queues: [409, 'You are on 10 waiting lists already. Leave one first.'],
  already_offered: [409, 'You have already offered this departure for this request.'],
  departure_closed: [
    409,
    'This departure has left, or people are aboard: its vehicle can no longer be changed.',
  ],
  alert_way_missing: [
    409,
    'You have no verified number or address for this. Choose another way, or verify it in your profile.',
  ],
  address_unverified: [
    409,
    'Verify the email address to which this invitation was sent, then accept it again.',
  ],
  name_needed: [409, 'Choose a name for the community first.'],
  name_taken: [409, 'This name is taken already. Choose another.'],
  members_only: [409, 'Join the group first, then write in it.'],
  appeal_closed: [409, 'This post is not hidden, or you have already appealed.'],
  listings_waiting: [
    409,
    'We are still checking three of your businesses. We answer within two working days.',
  ],
  listing_decided: [409, 'This was decided already.'],
  second_factor_needed: [403, 'Enter a code from your authenticator app first.'],
  second_factor_set: [
    409,
    'Login codes are set up. To reset them, ask to be removed from the desk and invited again.',
  ],
  member_elsewhere: [409, 'You work at a desk already. Leave that one first.'],
  canned_answer_limit: [409, 'A desk can have at most 60 ready answers. Remove one first.'],
  last_head: [
    409,
    'Every desk needs an owner or administrator. Give somebody else that role first.',
  ],
  shift_needed: [409, 'You have no open shift. Open one first.'],
  shift_open: [409, 'Your shift is open already. Close it before you open another.'],
  shift_closed: [409, 'This shift is closed already. Open a new one to sell more.'],
  seats_set_aside: [
    409,
    'Seats are still set aside in this shift. Send its sales, or release the seats, before it is closed.',
  ],
  too_many_set_aside: [
    409,
    'You have set aside as many seats as a shift may. Sell some, or release some first.',
  ],
  difference_unexplained: [
    409,
    'What you counted is not what must be in the drawer. Count again, or say why it differs.',
  ],
  drawer_short: [
    409,
    'There is not that much cash in your drawer. Let a colleague with more cash pay it out.',
  ],
  nothing_due: [409, 'Nothing is to be paid out for this booking. Check its reference.'],
  paid_at_counter: [
    409,
    'You paid at the operator’s counter. Go there to change or cancel this booking.',
  ],
  conversation_closed: [409, 'This conversation is over. Write in your newer one.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof errorTable

/** A problem document (RFC 9457). `fields` maps the path of a field to a sentence. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail: string
  fields?: Record<string, string>
  /** With `proof_needed`: the puzzle to solve before the next attempt, which needs a new Idempotency-Key. */
  puzzle?: Puzzle
  request_id?: string
}

/** An answer other than success. Services throw it; `serve()` turns it into a problem document. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Seconds until another attempt makes sense, for 429 and 503. */
  readonly retry_after: number | undefined
  readonly puzzle: Puzzle | undefined

  constructor(code: ErrorCode, more: RefusalDetail = {}) {
    const [status, sentence] = errorTable[code]
    super(more.detail ?? sentence)
    this.code = code
    this.status = status
    this.fields = more.fields
    this.retry_after = more.retry_after
    this.puzzle = more.puzzle
  }
}

export interface RefusalDetail {
  detail?: string
  fields?: Record<string, string>
  retry_after?: number
  puzzle?: Puzzle
}

/** Makes a refusal: `throw makeRefusal('seat_taken', { fields: { seats: 'Seat 4 …' } })`. */
export function makeRefusal(code: ErrorCode, more?: RefusalDetail): Refusal {
  return new Refusal(code, more)
}

/**
 * Makes an `invalid_input` refusal about one field. With the input's keys as `Field`, the compiler checks the name.
 */
export function makeFieldRefusal<Field extends string>(field: Field, sentence: string): Refusal {
  return makeRefusal('invalid_input', { fields: { [field]: sentence } })
}
