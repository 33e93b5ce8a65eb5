export const groupKinds = ['road', 'city', 'campus', 'camp', 'trade'] as const

/** The most characters of a post or an answer. */
export const maxPostLength = 2000

/** The most posts and answers per hour, for known and for new members. */
export const maxPostsPerHour = { known: 20, fresh: 5 } as const

/** A member is new until `days` have passed since they joined and `posts` of their posts are visible. */
export const knownMemberMinimum = { days: 3, posts: 3 } as const

/**
 * The number of people whose reports hide a post until our staff have checked it. Only people who joined at least a
 * week ago and have verified an email address or phone number count.
 */
export const reportsToHidePost = 3

/** The most reports of posts by one person per day. */
export const maxPostReportsPerDay = 20

export const postReportReasons = ['spam', 'scam', 'insult', 'private', 'wrong'] as const

/** Matches names that sound official. The server also refuses them in letters of other scripts. */
export const officialNamePattern = /waka|admin|moderator|support|official|nysc|frsc|police/i

export const officialNameMessage = 'This name looks like an official account. Choose another name.'

/** The latest arrival in searches for corps members, since they are advised not to travel after 6 PM. */
export const latestCorpsArrival = '18:00'
