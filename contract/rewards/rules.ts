import { bookingFeeKobo } from '#contract/money'

/** The most that all rewards of a booking may add up to, as a percentage of our booking fee without VAT. */
export const rewardSharePercent = 80

/** The usual points of a trip, as a percentage of our booking fee. */
export const pointsFeePercent = 20

/** Each side's reward for a friend's first trip, as a percentage of our booking fee on it. */
export const referralFeePercent = 25

export const pointWorthKobo = 100

/** The usual points of one seat. */
export const pointsPerSeat = (bookingFeeKobo * pointsFeePercent) / 100 / pointWorthKobo

/** Each side's reward for one seat of a friend's first trip, in kobo. */
export const referralKobo = (bookingFeeKobo * referralFeePercent) / 100

export const pointValidityMonths = 12

/** The fewest points that can be converted to money in one conversion. */
export const minRedeemedPoints = 100

/** The most referrals of one person that are rewarded per month. */
export const maxReferralsPerMonth = 10

/** The most friends that are listed to the person who invited them, the newest first. */
export const maxListedFriends = 100

/**
 * Tiers by trips in the last twelve months. `percent`: the points that a tier earns, as a percentage of the usual ones.
 */
export const rewardTiers = [
  { code: 'traveller', name: 'Traveller', from_trips: 0, percent: 100 },
  { code: 'regular', name: 'Regular', from_trips: 4, percent: 125 },
  { code: 'road_captain', name: 'Road captain', from_trips: 12, percent: 150 },
] as const

/**
 * Once an operator has boarded tickets in time on this many days, those of its tickets that nobody has checked count as
 * travelled, too.
 */
export const boardingRecordDays = 30

/** If an operator adds a departure itself, outside a timetable, fewer buyers than these suggest self-dealing. */
export const minDepartureBuyers = 5

/** Signs that a buyer and an operator, or a friend and their referrer, are the same people. */
export const selfDealingSigns = [
  'member',
  'few_buyers',
  'operator_device',
  'operator_network',
  'operator_card',
  'buyer_device',
  'buyer_network',
  'buyer_card',
  'referrer_device',
  'referrer_network',
  'referrer_card',
] as const
