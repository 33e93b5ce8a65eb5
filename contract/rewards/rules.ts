/** Kobo of fare that earn one point; kobo that a point is worth; months until points expire. */
export const koboPerPoint = 10_000

export const pointWorthKobo = 100

export const pointMonths = 12

export const minRedeemedPoints = 100

/** The reward of both people after the new traveller's first trip, in kobo, and how many referrals count per month. */
export const referralKobo = 50_000

export const referralsPerMonth = 10

/**
 * Tiers by trips in the last twelve months. `percent`: the points that a tier earns, as a percentage of the usual ones.
 */
export const tiers = [
  { code: 'traveller', name: 'Traveller', from_trips: 0, percent: 100 },
  { code: 'regular', name: 'Regular', from_trips: 4, percent: 125 },
  { code: 'road_captain', name: 'Road captain', from_trips: 12, percent: 150 },
] as const
