export { room } from './room.ts'
export { readTicket, signTicket, type TicketClaims } from './ticket-code.ts'
export { writeTicketMail } from './mail.ts'
export { writeTicketSms } from './sms.ts'
