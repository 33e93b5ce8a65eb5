export { announceTickets } from './announce-tickets.ts'
export { findContactOfUnpaidBooking } from './contact-repository.ts'
export { deleteOldReminders } from './reminder-repository.ts'
export { remindTravellers } from './reminders.ts'
export { subscribePush } from './subscribe-push.ts'
export {
  announceTripCancellation,
  announceTripNews,
  announceSeatRelease,
  pushTripNews,
} from './trip-news.ts'
