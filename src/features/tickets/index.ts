export { refetchTickets, saveBookingTickets } from './queries.ts'
export { ShareButtons } from './sharing.tsx'
export { Tickets } from './tickets.tsx'
