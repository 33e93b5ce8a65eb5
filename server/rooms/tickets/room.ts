import { longRetryPlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { ticketRoutes } from './routes.ts'
import { sendTicketSms, sendTickets } from './send-tickets.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Sends the tickets of a paid booking by email, and enqueues their SMS. */
    'ticket.send': { booking_id: string }
    'ticket.sms': { booking_id: string; to: string; text: string }
  }
}

export const room: Room = {
  routes: ticketRoutes,
  plans: {
    'ticket.send': { ...longRetryPlan, at_once: 4 },
    'ticket.sms': { ...longRetryPlan, at_once: 4 },
  },
  jobs: (deps) => ({
    'ticket.send': ({ booking_id }) => sendTickets(deps, booking_id),
    'ticket.sms': (sms) => sendTicketSms(deps, sms),
  }),
}
