import { formatCount } from '#contract/quantities'
import type { WaitingSubject } from '#contract/members/rules'
import type { ProfileExport } from '#contract/profile/model'
import type { Scope } from '#contract/scopes'
import type { Context, PaymentDeps } from '#server/context'
import type { Db } from '#server/db/client'
import type { Sql } from '#server/db/sql'
import type { Binding } from '#server/http/fastify'
import type { RoomMetric } from '#server/http/house-routes'
import type { JobPlans } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'
import type { FaultFinder, Payable } from '#server/platform/payable'
import type { ListPagePaths, PublicPage } from '#server/platform/public-page'

/**
 * What a room provides to the server, which iterates the list of rooms. A room is one area of the product, such as
 * wallet or parcels: a folder in `server/rooms`.
 */
export interface Room {
  routes?: readonly Binding[]
  /** Plans and handlers of the room's jobs. */
  plans?: JobPlans
  jobs?: (deps: PaymentDeps) => JobHandlers
  /** The kinds of payables that the room defines. */
  payables?: readonly Payable[]
  /** Checks of the ledger in addition to those of the room's payables. */
  findFaults?: FaultFinder
  personalData?: PersonalDataHandlers
  /** Public pages that the server renders, and the function that lists their paths. */
  pages?: readonly PublicPage[]
  addresses?: ListPagePaths
  /** Counters of the room's open work at a desk. */
  waiting?: readonly WaitingCounter[]
  /** The room's metrics in `/metrics`. */
  figures?: readonly RoomMetric[]
}

/** A counter of the open items of one kind at a desk, for members with `scope`. */
export interface WaitingCounter {
  subject: WaitingSubject
  scope: Scope
  /** Returns the count for an operator's desk or, with null, for our own. */
  count: (db: Db, operator_id: string | null) => Promise<number>
}

/** How a room handles personal data. An erasure calls `left` and `isBusy` first, then `end` and `forget`. */
export interface PersonalDataHandlers {
  /** Returns a person's data for the export; `more` holds everything that has no field there. */
  export?: (ctx: Context, person_id: string) => Promise<Partial<ProfileExport>>
  /** Returns what a person would lose by an erasure now, as text such as `2 coming trips`. */
  left?: (db: Db, person_id: string) => Promise<string[]>
  /** Whether an erasure must wait. `asked_days` is the number of days since it was requested. */
  isBusy?: (tx: Db, person_id: string, asked_days: number) => Promise<boolean>
  /** Ends everything active of a person, such as sessions and bookings, before any data is deleted. */
  end?: (tx: Db, person_id: string) => Promise<void>
  /**
   * Returns SQL for the ids and references of what belongs to a person, as one text column. Before `forget`, the stored
   * answers that name one of these are deleted, including answers to others, such as an operator or our staff.
   */
  selectSubjects?: (person_id: string) => Sql
  /** Deletes a person's identity. Amounts, references and times stay. */
  forget?: (tx: Db, person_id: string) => Promise<void>
  /** Deletes data after its retention. Called every night. */
  tidy?: (db: Db) => Promise<void>
}

/** Returns a count as a list of one text for `left`, such as `3 coming trips`; an empty list if the count is zero. */
export function describeCount(count: number, singular: string, plural?: string): string[] {
  return count > 0 ? [formatCount(count, singular, plural)] : []
}

/** The name that replaces an erased person's name. */
export const erasedName = 'Erased person'
