import { formatCount } from '#contract/quantities'

/** The business code of our own support line. */
export const supportBusiness = 'waka-support'

export const supportHours = 'Every day, 6 am to 10 pm'

/** The hour of the day at which the support line opens, in the home zone. */
export const supportOpensAtHour = 6

/** The hour of the day at which the support line closes, in the home zone. */
export const supportClosesAtHour = 22

/** Travellers whose trip leaves in fewer hours than these are answered first. */
export const priorityTripHours = 24

/** Says when a trip that gives priority leaves: "leaves within 24 hours" or "has just left". Times: ms since 1970. */
export const describePriorityTrip = (leaves_at: number, now: number): string =>
  leaves_at > now ? `leaves within ${formatCount(priorityTripHours, 'hour')}` : 'has just left'

export const maxMessageLength = 2000

/** The most messages of one person per hour. */
export const maxMessagesPerHour = 100

export const messagesPerPage = 50

/** Seconds for which the other side shows that somebody is typing, counted from the last signal. */
export const typingSeconds = 6

/** Seconds between two signals that somebody is typing. */
export const typingSignalSeconds = 3

/** Filters of conversations. `waiting`: open and unanswered. `mine`: open and assigned to the calling member. */
export const conversationFilters = ['waiting', 'open', 'unread', 'mine', 'closed'] as const

/** The largest number of prepared answers of a desk. */
export const maxCannedAnswers = 60

/**
 * Returns the short name of a conversation, for SMS and for reading aloud. Two conversations of one person hardly ever
 * have the same name.
 */
export const makeConversationNumber = (id: string): string => id.slice(-6).toUpperCase()
