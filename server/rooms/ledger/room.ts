import { exclusiveSchedulePlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { checkLedger } from './check.ts'
import { findLedgerFaults } from './repository.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Checks the invariants of the ledger, and of the money in every room. */
    'ledger.check': Record<string, never>
  }
}

/** Makes the room ledger, whose check also calls `findFaults` of every other room and payable. */
export function makeLedgerRoom(others: readonly Room[]): Room {
  const checks = [
    findLedgerFaults,
    ...others.flatMap(({ findFaults }) => findFaults ?? []),
    ...others.flatMap(({ payables }) => payables ?? []).map(({ findFaults }) => findFaults),
  ]
  return {
    plans: { 'ledger.check': { ...exclusiveSchedulePlan, cron: '*/10 * * * *' } },
    jobs: (deps) => ({ 'ledger.check': () => checkLedger(deps, checks) }),
  }
}
