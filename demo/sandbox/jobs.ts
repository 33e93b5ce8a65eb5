import type { Deps } from '#server/context'
import type { JobHandlers } from '#server/jobs/queue'
import { reportRefundsOrCharge } from './post.ts'

/** Returns the jobs for the stand-ins' delayed webhooks. */
export function makeSandboxJobs(deps: Deps): JobHandlers {
  return { 'sandbox.tell': (late) => reportRefundsOrCharge(deps, late) }
}
