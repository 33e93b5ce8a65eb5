export const reviewSorts = ['newest', 'highest', 'lowest'] as const

export const minReviewLength = 10

export const maxReviewLength = 2000

/** The most reviews of one person per day. */
export const maxReviewsPerDay = 20

export const missingSubjectMessage = 'Choose an operator, a motor park or a business.'

export const operatorAspects = ['punctuality', 'driving', 'vehicle', 'staff'] as const

export const parkAspects = ['security', 'touts', 'toilets', 'shade', 'lighting'] as const

export const ratedAspects = { operator: operatorAspects, park: parkAspects, business: [] } as const

/** Days during which a review may be changed. Later, a new trip allows a new review. */
export const reviewEditDays = 30

/**
 * The number of people whose reports hide an unverified review until our staff decide. Only people who joined at least
 * a week ago and have verified an email address or phone number count.
 */
export const reportsToHideReview = 3

/** The most reports of reviews by one person per day. */
export const maxReviewReportsPerDay = 20

export const reviewReportReasons = ['spam', 'abuse', 'private', 'not_a_trip', 'other'] as const

export const reviewStates = ['shown', 'waiting', 'hidden'] as const

/** What the author of a review learns about its state; undefined if everybody sees it. */
export const reviewStateNotes: Record<(typeof reviewStates)[number], string | undefined> = {
  shown: undefined,
  waiting: 'Only you see it until our staff have checked it.',
  hidden: 'Our staff have hidden it. Only you see it.',
}

export const maxAnswerLength = 1000

export type RatedAspect = (typeof operatorAspects)[number] | (typeof parkAspects)[number]

export const aspectLabels: Record<RatedAspect, string> = {
  punctuality: 'On time',
  driving: 'Driving',
  vehicle: 'Vehicle',
  staff: 'Staff',
  security: 'Safe',
  touts: 'No trouble from touts',
  toilets: 'Toilets',
  shade: 'Shade and seats',
  lighting: 'Light at night',
}
