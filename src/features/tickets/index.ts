export { renewTickets, saveTicketsOf } from './queries.ts'
export { ShareWays } from './sharing.tsx'
export { TicketScreen } from './ticket.screen.tsx'
export { Tickets } from './tickets.tsx'
