import { formatCount } from '#contract/quantities'
import type { ProfileExport } from '#contract/profile/model'
import type { Context, PaymentDeps } from '#server/context'
import type { Db } from '#server/db/client'
import type { Binding } from '#server/http/fastify'
import type { Figure } from '#server/http/house-routes'
import type { JobPlans } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'
import type { FindFaults, Payable } from '#server/platform/payable'
import type { ListAddresses, PublicPage } from '#server/platform/public-page'

/** What a server room hands over. The rest of the server iterates the list of rooms. */
export interface Room {
  routes?: readonly Binding[]
  /** Plans and handlers of its jobs. */
  plans?: JobPlans
  jobs?: (deps: PaymentDeps) => JobHandlers
  /** Its payables. */
  payables?: readonly Payable[]
  /** More checks of the ledger, besides those of its payables. */
  findFaults?: FindFaults
  personalData?: PersonalData
  /** Public pages that the server renders, and their addresses. */
  pages?: readonly PublicPage[]
  addresses?: ListAddresses
  /** Its figures in `/metrics`. */
  figures?: readonly Figure[]
}

/** The personal data of a room. An erasure asks `left` and `isBusy`, then calls `end` and `forget`. */
export interface PersonalData {
  /** A person's data for the export; `more` takes what has no field there. */
  export?: (ctx: Context, person_id: string) => Promise<Partial<ProfileExport>>
  /** What a person would lose by an erasure now, as text: `2 coming trips`. */
  left?: (db: Db, person_id: string) => Promise<string[]>
  /** Whether an erasure must wait. It was requested `asked_days` ago. */
  isBusy?: (tx: Db, person_id: string, asked_days: number) => Promise<boolean>
  /** Ends what a person still has, such as sessions and bookings, before anything is forgotten. */
  end?: (tx: Db, person_id: string) => Promise<void>
  /** Deletes who a person is. Amounts, references and times stay. */
  forget?: (tx: Db, person_id: string) => Promise<void>
  /** Deletes data after its retention, every night. */
  tidy?: (db: Db) => Promise<void>
}

/** `3 coming trips`; empty for none. For `left`. */
export function listCount(count: number, one: string, many?: string): string[] {
  return count > 0 ? [formatCount(count, one, many)] : []
}

/** The placeholder for an erased name. */
export const erasedName = 'Erased person'
