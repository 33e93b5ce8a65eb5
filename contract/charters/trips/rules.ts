/** Returns the instant of a flight from its day and time in Nigeria; empty text if either is missing or wrong. */
export function toNigerianInstant(day: string, time: string): string {
  const at = new Date(`${day}T${time}:00+01:00`)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

/**
 * The states of a charter. The table `charter_transition` lists the allowed transitions. `awaiting_payment`: the
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

/** The states of an instalment. `closed`: it was not paid and is no longer due. */
export const instalmentStates = ['open', 'paid', 'closed'] as const

/** Hours before the start by which the balance is due. */
export const balanceDueHours = 48

/** If a charter starts in fewer hours than these, the whole price is paid in one payment. */
export const fullPaymentHours = 72

/** Minutes for which a vehicle that was booked without an offer is held before payment. */
export const charterHoldMinutes = 30

/** The largest number of vehicles that one person may hold without having paid. */
export const maxUnpaidCharters = 2

/**
 * The most unpaid vehicles that one network may hold. Vehicles of known people (SQL function `holder_is_known`) do not
 * count.
 */
export const maxUnpaidChartersOfNetwork = 6

/** Hours before the start until which the dates may be changed free of charge. */
export const freeDateChangeHours = 168

export const maxDateChanges = 3

/** Minutes after landing at which the vehicle of an airport transfer is there, by kind of flight. */
export const pickupDelayMinutes = { domestic: 30, international: 60 }

/** Minutes for which the vehicle waits at the airport free of charge. */
export const airportWaitMinutes = 90

/** The cancellation fee, by hours before the start. */
export const charterCancellationTiers = [
  {
    code: 'week_before',
    from_hours: 168,
    fee_percent: 10,
    sentence: '7 days or more before: 10% of the total',
  },
  {
    code: 'two_days_before',
    from_hours: 48,
    fee_percent: 30,
    sentence: '7 days to 48 hours before: 30% of the total (the deposit)',
  },
  {
    code: 'day_before',
    from_hours: 24,
    fee_percent: 50,
    sentence: '48 to 24 hours before: 50% of the total',
  },
  { code: 'closed', from_hours: 0, fee_percent: 100, sentence: 'Later: no refund' },
] as const

/**
 * The cancellation fees in one sentence, for people who are about to pay. The charter's contract and the preview of a
 * cancellation list every tier.
 */
export const charterTiersSentence =
  'If you cancel, we keep 10% of the total, and more from 7 days before the start.'

/** Cancellation fees of an airport transfer: free until a day before, half until 6 hours before. */
export const airportCancellationTiers = [
  { code: 'free', from_hours: 24, fee_percent: 0, sentence: '24 hours or more before: free' },
  {
    code: 'late',
    from_hours: 6,
    fee_percent: 50,
    sentence: '24 to 6 hours before: 50% of the total',
  },
  { code: 'closed', from_hours: 0, fee_percent: 100, sentence: 'Later: no refund' },
] as const

/** A tier of charters or of airport transfers. */
export type CancellationTier =
  | (typeof charterCancellationTiers)[number]
  | (typeof airportCancellationTiers)[number]

/** Returns the cancellation tier of a kind of charter at `hours` before the start; after the start, the last tier. */
export function findCharterTierAt(kind: string, hours: number): CancellationTier {
  const tiers: readonly CancellationTier[] =
    kind === 'airport' ? airportCancellationTiers : charterCancellationTiers
  const last = tiers.at(-1) ?? charterCancellationTiers[3]
  return tiers.find(({ from_hours }) => hours >= from_hours) ?? last
}
