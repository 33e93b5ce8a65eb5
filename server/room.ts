import type { ProfileExport } from '#contract/profile/model'
import type { Context, PaymentDeps } from '#server/context'
import type { Db } from '#server/db/client'
import type { Binding } from '#server/http/fastify'
import type { Figure } from '#server/http/house-routes'
import type { JobPlans } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'
import type { FindFaults, Payable } from '#server/platform/payable'
import type { ListAddresses, PublicPage } from '#server/platform/public-page'

/** What a server room hands over. The rest of the server only iterates the list of rooms. */
export interface Room {
  routes?: readonly Binding[]
  /** Plans and handlers of its jobs. */
  plans?: JobPlans
  jobs?: (deps: PaymentDeps) => JobHandlers
  /** Its payables. */
  payables?: readonly Payable[]
  /** What the ledger's check asks of a room, beside what it asks of each payable. */
  findFaults?: FindFaults
  personalData?: PersonalData
  /** Pages for everybody that the server prints, and which addresses of them there are. */
  pages?: readonly PublicPage[]
  addresses?: ListAddresses
  /** What `/metrics` says of it. */
  figures?: readonly Figure[]
}

/** The personal data of a room. An erasure asks `left` and `isBusy`, then calls `end` and `forget`. */
export interface PersonalData {
  /** A person's data for the export; anything the export has no field for goes into `more`. */
  export?: (ctx: Context, person_id: string) => Promise<Partial<ProfileExport>>
  /** What a person would lose by leaving now, in words: `2 coming trips`. */
  left?: (db: Db, person_id: string) => Promise<string[]>
  /** Whether a person who wants to be erased must wait for something. `asked_days` ago they wanted to. */
  isBusy?: (tx: Db, person_id: string, asked_days: number) => Promise<boolean>
  /** Ends what a person still has, such as sessions and bookings, before anything is forgotten. */
  end?: (tx: Db, person_id: string) => Promise<void>
  /** Forgets who a person is. Amounts, references and times stay. */
  forget?: (tx: Db, person_id: string) => Promise<void>
  /** Deletes, every night, data whose retention time is over. */
  tidy?: (db: Db) => Promise<void>
}

/** `3 coming trips` where there are any: what `left` answers. */
export function counted(count: number, one: string, many = `${one}s`): string[] {
  return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
}

/** The placeholder for an erased name. */
export const erasedName = 'Erased person'
