import type { ErrorCode } from '#contract/errors'
import type { Payment } from '#contract/payments/model'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import type { Sql } from '#server/db/sql'
import type { Actor } from '#server/platform/actor'

/** Something that is to be paid. */
export interface ThingToPay {
  id: string
  /** Its reference, also the prefix of its payments' references. */
  reference: string
  total_kobo: number
  name: string | null
  phone: string | null
  email: string | null
  /** Why it cannot be paid now. */
  refusal: ErrorCode | null
  /** Minutes within which a card's payment ends, and one by transfer or USSD. */
  card_minutes: number
  longest_minutes: number
  /** The kind of the payable itself, where another room's paper names it. */
  kind?: Payable['kind']
}

/** How sentences speak of what is paid. */
export interface PayableWords {
  /** `Your seats are kept` */
  kept: string
  /** What the payment buys: `ticket`. */
  got: string
  /** `the fare` */
  price: string
  /** `This trip was paid already.` */
  paid: string
  /** `The seats were gone.` */
  gone: string
  /** How money came that has to go back: `came after the seats were gone.` */
  late: string
}

/** What a statement says of a payable. */
export interface Described {
  /** `Chisco Transport, Lagos to Enugu, 24 Nov` */
  about: string
  /** The number on its paper. */
  number: string
  /** In whose name it is; null once that is forgotten. */
  who: string | null
}

/** A violated invariant of the ledger. */
export interface LedgerFault {
  fault: string
  detail: string
}

/** Where a room's own rows and the ledger differ, at most 100 of each fault. */
export type FindFaults = (db: Db) => Promise<LedgerFault[]>

type Named = 'booking' | 'parcel' | 'charter' | 'invoice'

/**
 * A kind of thing that can be paid, as its room hands it over: what the functions of its row in
 * `payable_kind` are in SQL, this is outside of it. Payments, wallet and ledger know nothing else of it.
 */
export interface Payable {
  /** As in `payable_kind`. */
  kind: Named | 'return_trip'
  /** As calls of the contract name it. */
  called: Named
  words: PayableWords
  /** The return page after the provider's checkout. */
  wayBack: (reference: string, payment: string) => string
  /** Finds one of this person's by what they call it; with `lock` nobody changes it until the transaction ends. */
  find: (
    db: Db,
    reference: string,
    actor: Actor,
    options?: { lock?: boolean },
  ) => Promise<ThingToPay | undefined>
  /**
   * Finds a thing by its id, for anyone who pays the invoice about it; with `lock` as `find`. Kinds that have no
   * invoices go without.
   */
  findById?: (db: Db, id: string, options?: { lock?: boolean }) => Promise<ThingToPay | undefined>
  /** Throws for callers who must verify more before they may see it. */
  refuseStranger?: (caller: { readonly actor: Actor }) => void
  /** Selects `is_waiting`, whether it still waits for money, of the payable `y`, if it is this person's. */
  standing: (actor: Actor) => Sql<{ is_waiting: boolean }>
  /** What its `fulfils` function gets, made for the person who pays. */
  goods: (config: Config, id: string) => object
  /** Enqueues, in the payment's transaction, what follows from it. */
  announce: (tx: Db, id: string) => Promise<void>
  /** What statements say of these, by id. */
  describe: (db: Db, ids: readonly string[]) => Promise<Map<string, Described>>
  findFaults: FindFaults
}

type Rooms = { readonly db: Db; readonly payables: readonly Payable[] }

/** What their rooms say of payables of any kind, by id. */
export async function describeAll(
  { db, payables }: Rooms,
  things: readonly { kind: string | null; payable_id: string | null }[],
): Promise<Map<string, Described>> {
  const described = new Map<string, Described>()
  for (const { kind, describe } of payables) {
    const ids = things.flatMap((thing) => (thing.kind === kind ? (thing.payable_id ?? []) : []))
    const found = ids.length === 0 ? [] : await describe(db, ids)
    for (const [id, one] of found) described.set(id, one)
  }
  return described
}

/** The reference in a call, by kind; at most one is not null. */
export type NamedThing = Pick<Payment, Named>

const unnamed: NamedThing = { booking: null, parcel: null, charter: null, invoice: null }

/** A payable's reference under its own name; nothing is named by null. */
export function namedThing(payable: Payable | undefined, reference: string | null): NamedThing {
  return payable === undefined ? unnamed : { ...unnamed, [payable.called]: reference }
}

/** The payable of a kind; undefined for money that is for no thing, as a wallet's. */
export function payableOf(
  { payables }: { readonly payables: readonly Payable[] },
  kind: string | null,
): Payable | undefined {
  return payables.find((payable) => payable.kind === kind)
}
