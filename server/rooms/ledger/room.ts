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

/** Makes the ledger's room, which asks every other room where its rows and the ledger differ. */
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
