export { room } from './room.ts'
export { verifyTicketCode, signTicket, type TicketClaims } from './ticket-code.ts'
export { writeTicketMail } from './mail.ts'
export { writeTicketSms } from './sms.ts'
