export { refetchTickets, saveBookingTickets } from './queries.ts'
export { BookingTickets } from './tickets.tsx'
