import type { ProviderName } from '#contract/payments/rules'
import { exclusiveSchedulePlan, type JobPlans, longRetryPlan } from '#server/jobs/jobs'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Scans the demo's parcels, so that they move while somebody watches. */
    'demo.parcels': Record<string, never>
    /** Answers charter requests as operators would, and names drivers. */
    'demo.charters': Record<string, never>
    /** Offers buses for requested routes. */
    'demo.requests': Record<string, never>
    /** Sends a stand-in's late webhook. */
    'sandbox.tell': { provider: ProviderName; reference: string; id?: number }
  }
}

export const demoJobPlans: JobPlans = {
  'demo.parcels': { ...exclusiveSchedulePlan, cron: '* * * * *' },
  'demo.charters': { ...exclusiveSchedulePlan, cron: '* * * * *' },
  'demo.requests': { ...exclusiveSchedulePlan, cron: '* * * * *' },
  'sandbox.tell': longRetryPlan,
}
