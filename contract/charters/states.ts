/** `one_way` and `round_trip` go to places; for `days`, a vehicle is available all day. */
export const charterKinds = ['one_way', 'round_trip', 'days', 'airport'] as const

export const occasions = [
  'wedding',
  'burial',
  'church',
  'school',
  'camp',
  'company',
  'other',
] as const

export type Occasion = (typeof occasions)[number]

/**
 * The states of a charter; the table `charter_transition` has the allowed transitions. `awaiting_payment`: the
 * vehicle is held until `pay_until`. `booked`: the deposit is paid, the balance is not. `expired`: nothing was paid.
 * `lapsed`: the balance was not paid in time. `operator_cancelled`: everything is refunded.
 */
export const charterStates = [
  'awaiting_payment',
  'booked',
  'paid',
  'under_way',
  'completed',
  'expired',
  'lapsed',
  'cancelled',
  'operator_cancelled',
] as const

export type CharterState = (typeof charterStates)[number]

/** `closed`: it was not paid and is no longer due. */
export const instalmentStates = ['open', 'paid', 'closed'] as const

/** `withdrawn`: by the customer. `expired`: its time is over, or it was accepted and not paid. */
export const requestStates = ['open', 'accepted', 'withdrawn', 'expired'] as const

/** `declined`: another offer was accepted, or the request was withdrawn. */
export const offerStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const
