/** The kind of charter: `one_way` and `round_trip` go to places, `days` has a vehicle at hand. */
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
 * Everything a charter can be; the database knows which may follow which (`charter_transition`).
 * `awaiting_payment`: the vehicle is kept until `pay_until`; `booked`: the deposit is there, the balance is not;
 * `expired`: nobody paid; `lapsed`: the balance did not come in time; `operator_cancelled`: all of it goes back.
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

/** `closed`: it was not paid and is not wanted any more. */
export const instalmentStates = ['open', 'paid', 'closed'] as const

/** `withdrawn` by who asked; `expired`: its time is over, or it was accepted and nobody paid. */
export const requestStates = ['open', 'accepted', 'withdrawn', 'expired'] as const

/** `declined`: another one was accepted, or the request was withdrawn. */
export const offerStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const
