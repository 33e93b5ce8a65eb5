import { accountQuestions } from './account.ts'
import { bookingQuestions } from './booking.ts'
import { travelQuestions } from './travel.ts'

export { findQuestions, type Question } from './find-questions.ts'

/** All questions, in the order of a journey. */
export const questionGroups = [...bookingQuestions, ...travelQuestions, ...accountQuestions]
