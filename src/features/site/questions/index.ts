import { accountQuestions } from './account.ts'
import { bookingQuestions } from './booking.ts'
import { travelQuestions } from './travel.ts'

export { findQuestions, type Question } from './find-questions.ts'

/** All questions, in the order in which a traveller needs them. */
export const questionGroups = [...bookingQuestions, ...travelQuestions, ...accountQuestions]
