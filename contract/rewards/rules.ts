/** Kobo of fare that earn one point. */
export const koboPerPoint = 10_000

/** Kobo that a point is worth. */
export const pointWorthKobo = 100

/** Months after which points expire. */
export const pointValidityMonths = 12

/** The fewest points that can be converted to money at once. */
export const minRedeemedPoints = 100

/** The reward of a referral in kobo, for each of the two people, after the first trip of the new one. */
export const referralKobo = 50_000

/** The most referrals of one person that are rewarded per month. */
export const referralsPerMonth = 10

/**
 * Tiers by trips in the last twelve months. `percent`: the points that a tier earns, as a percentage of the usual ones.
 */
export const rewardTiers = [
  { code: 'traveller', name: 'Traveller', from_trips: 0, percent: 100 },
  { code: 'regular', name: 'Regular', from_trips: 4, percent: 125 },
  { code: 'road_captain', name: 'Road captain', from_trips: 12, percent: 150 },
] as const
