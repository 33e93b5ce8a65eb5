import { allJobs } from '#server/jobs/all-jobs'
import type { Deps } from '#server/context'

/** Erases the accounts whose time is over, as the nightly job does. */
export async function eraseDue(deps: Deps): Promise<void> {
  await allJobs(deps)['profile.erase']?.({})
}
