import type { Deps } from '#server/context'
import type { FaultFinder } from '#server/platform/payable'
import { findAllFaults } from './repository.ts'

/** Logs every violated invariant of the ledger as an error. */
export async function checkLedger(deps: Deps, checks: readonly FaultFinder[]): Promise<void> {
  for (const fault of await findAllFaults(deps.db, checks))
    deps.log.error(fault, 'the ledger does not add up')
}
