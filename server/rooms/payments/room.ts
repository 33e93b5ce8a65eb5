import type { ProviderName } from '#contract/payments/rules'
import { exclusiveSchedulePlan, longRetryPlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import {
  exportDisputes,
  deletePersonProviderMessages,
  deleteExpiredMessages,
  selectPaymentSubjects,
} from './erase-repository.ts'
import { findPaymentFaults } from './faults-repository.ts'
import { makePaymentJobs } from './jobs.ts'
import { paymentRoutes } from './routes.ts'
import { countStuckRefunds } from './stuck-refund-repository.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Asks the payment company about a payment. */
    'payment.check': { reference: string }
    /** Asks the payment company about a payment, its refunds and its disputes, without a message of the company. */
    'payment.recheck': { reference: string }
    /** Asks the payment company to which payment a transaction belongs, and then about that payment. */
    'payment.find': { provider: ProviderName; transaction_id: string }
    /** Asks the payment companies about every attempt whose next check is due, and retries refunds. */
    'payment.reconcile': Record<string, never>
    /** Checks again each message of a payment company whose job has used up its retries. */
    'payment.resume': Record<string, never>
    /** Sends our answer to a dispute to its company. */
    'dispute.answer': { dispute_id: string }
    'refund.submit': { refund_id: string }
    /** Notifies people of a refund. */
    'refund.announce': { refund_id: string }
  }
}

export const room: Room = {
  routes: paymentRoutes,
  waiting: [{ subject: 'refunds', scope: 'refunds', count: countStuckRefunds }],
  plans: {
    'payment.check': { ...longRetryPlan, policy: 'short', at_once: 4 },
    'payment.recheck': { ...longRetryPlan, policy: 'short', at_once: 2 },
    'payment.find': { ...longRetryPlan, policy: 'short', at_once: 2 },
    'payment.reconcile': { ...exclusiveSchedulePlan, cron: '* * * * *' },
    'payment.resume': { ...exclusiveSchedulePlan, cron: '25 * * * *' },
    'dispute.answer': { ...longRetryPlan, policy: 'short', at_once: 1 },
    'refund.submit': { ...longRetryPlan, policy: 'short', at_once: 2 },
    'refund.announce': longRetryPlan,
  },
  jobs: makePaymentJobs,
  findFaults: findPaymentFaults,
  personalData: {
    export: async ({ db }, person_id) => ({
      more: { disputes: await exportDisputes(db, person_id) },
    }),
    selectSubjects: selectPaymentSubjects,
    forget: deletePersonProviderMessages,
    tidy: deleteExpiredMessages,
  },
}
