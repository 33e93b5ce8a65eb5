export { saveTicketsOf } from './queries.ts'
export { TicketScreen } from './ticket.screen.tsx'
