import { alone, outside } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { forgetMessages, tidyMessages } from './erase-repository.ts'
import { findPaymentFaults } from './faults-repository.ts'
import { paymentJobs } from './jobs.ts'
import { paymentRoutes } from './routes.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Asks the company about a payment. */
    'payment.check': { reference: string }
    /** Asks about every payment that should have ended by now. */
    'payment.reconcile': Record<string, never>
    'refund.submit': { refund_id: string }
    /** Notifies people of a refund. */
    'refund.announce': { refund_id: string }
  }
}

export const room: Room = {
  routes: paymentRoutes,
  plans: {
    'payment.check': { ...outside, policy: 'short', at_once: 4 },
    'payment.reconcile': { ...alone, cron: '* * * * *' },
    'refund.submit': { ...outside, policy: 'short', at_once: 2 },
    'refund.announce': outside,
  },
  jobs: paymentJobs,
  findFaults: findPaymentFaults,
  personalData: { forget: forgetMessages, tidy: tidyMessages },
}
