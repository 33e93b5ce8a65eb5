/** Share of the price that is paid at once where the rest may wait. */
export const depositPercent = 30

/** Hours before the start when the balance must be there. */
export const balanceHours = 48

/** Hours before the start from which on all of it is paid at once. */
export const allAtOnceHours = 72

/** Minutes a vehicle is kept that was booked at once, and hours for one that was offered. */
export const charterHoldMinutes = 30
export const offerHoldHours = 24

/** Vehicles one person keeps unpaid at a time, and requests they have open. */
export const mostUnpaidCharters = 2
export const mostOpenRequests = 5

/** Vehicles that people of one network whom we do not know keep unpaid at a time, all together. */
export const mostUnpaidOfNetwork = 6

/** Days from today for which vehicles are let; days one charter has at most. */
export const charterDaysAhead = 180
export const mostCharterDays = 14

/** Hours before the start until which dates are changed free of charge, and how often. */
export const freeChangeHours = 168
export const mostDateChanges = 3

/** Our service fee, percent of the hire; VAT is added to the total. */
export const charterFeePercent = 5

/** Kilometres a driver drives on one day. */
export const drivingKmPerDay = 600

/** Minutes after landing when a vehicle waits, and how long it waits in the price. */
export const meetAfterMinutes = { domestic: 30, international: 60 }
export const airportWaitMinutes = 90

/** The cancellation fee, by hours before the start. */
export const charterTiers = [
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

/** What a cancellation costs, in short, for who is about to pay; the contract and the way to cancel have every tier. */
export const charterTiersSentence =
  'If you cancel, we keep 10% of the total, and more from 7 days before the start.'

/** The cancellation fee of an airport transfer: free until a day before, half until 6 hours before. */
export const airportTiers = [
  { code: 'free', from_hours: 24, fee_percent: 0, sentence: '24 hours or more before: free' },
  {
    code: 'late',
    from_hours: 6,
    fee_percent: 50,
    sentence: '24 to 6 hours before: 50% of the total',
  },
  { code: 'closed', from_hours: 0, fee_percent: 100, sentence: 'Later: no refund' },
] as const

/** A tier of either list. */
export type CharterTier = (typeof charterTiers)[number] | (typeof airportTiers)[number]

/** The tier that holds `hours` before the start. */
export function charterTierAt(kind: string, hours: number): CharterTier {
  const tiers: readonly CharterTier[] = kind === 'airport' ? airportTiers : charterTiers
  const last = tiers.at(-1) ?? charterTiers[3]
  return tiers.find(({ from_hours }) => hours >= from_hours) ?? last
}
