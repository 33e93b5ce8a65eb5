import type { Deps } from '#server/context'
import type { JobHandlers } from '#server/jobs/queue'
import { sendDelayedWebhook } from './post.ts'

/** The stand-ins' delayed work. */
export function sandboxJobs(deps: Deps): JobHandlers {
  return { 'sandbox.tell': (late) => sendDelayedWebhook(deps, late) }
}
