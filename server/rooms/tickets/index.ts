export { room } from './room.ts'
export { readTicket, signTicket, type TicketClaims } from './ticket-code.ts'
export { ticketMail } from './mail.ts'
export { ticketSms } from './sms.ts'
