import { allJobs } from '#server/jobs/all-jobs'
import type { Deps } from '#server/context'

/** The faults that the watch over the ledger tells of, by name. */
export async function ledgerFaults(deps: Deps): Promise<string[]> {
  const faults: string[] = []
  const error = (it: { fault: string }) => void faults.push(it.fault)
  const log = { ...deps.log, error } as unknown as Deps['log']
  await allJobs({ ...deps, log })['ledger.check']?.({})
  return faults
}
