export { enqueueTicketMessages } from './enqueue-ticket-messages.ts'
export { findContactOfUnpaidBooking } from './contact-repository.ts'
export { deleteOldReminders } from './reminder-repository.ts'
export { remindTravellers } from './reminders.ts'
export { subscribePush } from './subscribe-push.ts'
export {
  notifyOfTripCancellation,
  notifyOfTripNews,
  notifyOfSeatRelease,
  pushTripNews,
} from './trip-news.ts'
