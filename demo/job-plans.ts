import type { ProviderName } from '#contract/payments/providers'
import { alone, type JobPlans, outside } from '#server/jobs/jobs'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Scans the demo's parcels on, so that they move while one watches. */
    'demo.parcels': Record<string, never>
    /** Answers requests for charters as operators would, and says who drives. */
    'demo.charters': Record<string, never>
    /** Offers buses for roads that people of the demo ask for. */
    'demo.requests': Record<string, never>
    /** A stand-in's message that arrives late. */
    'sandbox.tell': { provider: ProviderName; reference: string }
  }
}

export const demoPlans: JobPlans = {
  'demo.parcels': { ...alone, cron: '* * * * *' },
  'demo.charters': { ...alone, cron: '* * * * *' },
  'demo.requests': { ...alone, cron: '* * * * *' },
  'sandbox.tell': outside,
}
