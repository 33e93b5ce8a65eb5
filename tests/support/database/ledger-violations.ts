import type { Deps } from '#server/context'
import { runJob } from '#tests/support/server/jobs'

/** Returns the names of the faults that the ledger's check reports. */
export async function findLedgerViolations(deps: Deps): Promise<string[]> {
  const faults: string[] = []
  const error = (it: { fault: string }) => void faults.push(it.fault)
  const log = { ...deps.log, error } as unknown as Deps['log']
  await runJob({ ...deps, log }, 'ledger.check', {})
  return faults
}
