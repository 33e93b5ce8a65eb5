export { refetchTickets, saveTicketsOf } from './queries.ts'
export { ShareButtons } from './sharing.tsx'
export { Tickets } from './tickets.tsx'
