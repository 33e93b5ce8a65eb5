export const reviewSorts = ['newest', 'highest', 'lowest'] as const

/** Characters of a review, and reviews of a person per day. */
export const minReviewLength = 10

export const maxReviewLength = 2000

export const reviewsPerDay = 20

export const hasOneSubject = 'Choose an operator, a motor park or a business.'

/** Aspects that are rated: of an operator, and of a motor park. */
export const operatorScores = ['punctuality', 'driving', 'vehicle', 'staff'] as const

export const parkScores = ['security', 'touts', 'toilets', 'shade', 'lighting'] as const

/** The rated aspects by kind of subject. */
export const listScores = { operator: operatorScores, park: parkScores, business: [] } as const

/** Days in which a review may be changed; later a new trip makes a new one. */
export const editDays = 30

/** Reports by people with an account of at least a week that send an unverified review to our staff. */
export const reportsToWait = 3

export const reportsPerDay = 20

export const reportReasons = ['spam', 'abuse', 'private', 'not_a_trip', 'other'] as const

export const reviewStates = ['shown', 'waiting', 'hidden'] as const

/** The most characters of an answer. */
export const maxAnswerLength = 1000

/** What is given stars. */
export type SubjectKind = (typeof operatorScores)[number] | (typeof parkScores)[number]

/** Labels of the rated aspects. */
export const scoreLabels: Record<SubjectKind, string> = {
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
