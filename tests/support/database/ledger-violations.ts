import type { Deps } from '#server/context'
import { doJob } from '#tests/support/server/jobs'

/** The faults that the watch over the ledger tells of, by name. */
export async function findLedgerViolations(deps: Deps): Promise<string[]> {
  const faults: string[] = []
  const error = (it: { fault: string }) => void faults.push(it.fault)
  const log = { ...deps.log, error } as unknown as Deps['log']
  await doJob({ ...deps, log }, 'ledger.check', {})
  return faults
}
