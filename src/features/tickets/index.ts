export { refetchTickets, saveBookingTickets } from './queries.ts'
export { ShareButtons } from './sharing.tsx'
export { BookingTickets } from './tickets.tsx'
