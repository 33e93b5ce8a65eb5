import type { ErrorCode } from '#contract/errors'
import type { Payment } from '#contract/payments/model'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import type { Sql } from '#server/db/sql'
import type { Actor } from '#server/platform/actor'

/** Something to be paid. */
export interface AmountDue {
  id: string
  /** Its reference, with which its payments' references begin. */
  reference: string
  total_kobo: number
  name: string | null
  phone: string | null
  email: string | null
  /** Why it cannot be paid now. */
  refusal: ErrorCode | null
  /** Minutes until a card payment must end, and one by transfer or USSD. */
  card_minutes: number
  longest_minutes: number
  /** The kind of the payable, if an invoice part is for another room's thing. */
  kind?: Payable['kind']
}

/** Phrases for messages about a payment or refund. */
export interface PayableLabels {
  /** While it can be paid: `Your seats are kept` */
  open: string
  /** What the payment buys: `ticket`. */
  document: string
  /** `fare` */
  price: string
  /** `This trip was paid already.` */
  already_paid: string
  /** `The seats were gone.` */
  gone: string
  /** Why late money is refunded: `came after the seats were gone.` */
  late: string
  /** Why such money goes back, in a letter: `the seats were gone` */
  late_reason: string
  /** The operator’s part in a letter about a refund, before its name and reference: `The operator cannot carry` */
  operator_cancelled: string
}

/** Whom the letter about a refund of a payable goes to, and how it names the payable. Kobo. */
export interface RefundContact {
  reference: string
  phone: string | null
  email: string | null
  total_kobo: number
}

/** A payable in statements. */
export interface PayableDescription {
  /** `Chisco Transport, Lagos to Enugu, 24 Nov` */
  about: string
  /** The number of its document. */
  number: string
  /** The customer's name; null after its retention. */
  who: string | null
}

/** A violated invariant of the ledger. */
export interface LedgerFault {
  fault: string
  detail: string
}

/** Where a room's rows and the ledger differ, at most 100 of each fault. */
export type FindFaults = (db: Db) => Promise<LedgerFault[]>

type PayableName = 'booking' | 'parcel' | 'charter' | 'invoice'

/**
 * A kind of payable, as its room hands it over, with what the functions of its row in `payable_kind` do not do.
 * Payments, wallet and ledger know nothing else about it.
 */
export interface Payable {
  /** As in `payable_kind`. */
  kind: PayableName | 'return_trip'
  /** Its name in calls of the contract. */
  contract_name: PayableName
  labels: PayableLabels
  /** The return page after the company's checkout. */
  makeReturnPath: (reference: string, payment: string) => string
  /** Finds one of this person's by its reference; `lock` prevents changes until the transaction ends. */
  find: (
    db: Db,
    reference: string,
    actor: Actor,
    options?: { lock?: boolean },
  ) => Promise<AmountDue | undefined>
  /**
   * Finds one by its id, for anyone who pays the invoice about it; `lock` as in `find`. Omitted for kinds without
   * invoices.
   */
  findById?: (db: Db, id: string, options?: { lock?: boolean }) => Promise<AmountDue | undefined>
  /** Throws for callers who need more proof to see it. */
  refuseStranger?: (caller: { readonly actor: Actor }) => void
  /** Selects `is_waiting`, whether it still waits for money, of the payable `y`, if it is this person's. */
  selectWaits: (actor: Actor) => Sql<{ is_waiting: boolean }>
  /** The argument of its `fulfils` function, made for the payer. */
  makeGoods: (config: Config, id: string) => object
  /** Enqueues, in the payment's transaction, what follows from it. */
  announce: (tx: Db, id: string) => Promise<void>
  /** Describes these for statements, by id. */
  describe: (db: Db, ids: readonly string[]) => Promise<Map<string, PayableDescription>>
  /** Whom to write to about a refund of it; `payer_id` paid, who may be another than who had to. */
  findRefundContact: (
    db: Db,
    id: string,
    payer_id: string | null,
  ) => Promise<RefundContact | undefined>
  findFaults: FindFaults
}

type Rooms = { readonly db: Db; readonly payables: readonly Payable[] }

/** Describes payables of all kinds, by id. */
export async function describePayables(
  { db, payables }: Rooms,
  things: readonly { kind: string | null; payable_id: string | null }[],
): Promise<Map<string, PayableDescription>> {
  const described = new Map<string, PayableDescription>()
  for (const { kind, describe } of payables) {
    const ids = things.flatMap((thing) => (thing.kind === kind ? (thing.payable_id ?? []) : []))
    const found = ids.length === 0 ? [] : await describe(db, ids)
    for (const [id, one] of found) described.set(id, one)
  }
  return described
}

/** The reference in a call, by kind; at most one is not null. */
export type PayableReferences = Pick<Payment, PayableName>

const unnamed: PayableReferences = { booking: null, parcel: null, charter: null, invoice: null }

/** A payable's reference under its own name; all null without a payable. */
export function payableReferences(
  payable: Payable | undefined,
  reference: string | null,
): PayableReferences {
  return payable === undefined ? unnamed : { ...unnamed, [payable.contract_name]: reference }
}

/** The payable of a kind; undefined for a top-up. */
export function findPayable(
  { payables }: { readonly payables: readonly Payable[] },
  kind: string | null,
): Payable | undefined {
  return payables.find((payable) => payable.kind === kind)
}
