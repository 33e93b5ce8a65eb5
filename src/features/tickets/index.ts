export { renewTickets, saveTicketsOf } from './queries.ts'
export { ShareWays } from './sharing.tsx'
export { Tickets } from './tickets.tsx'
