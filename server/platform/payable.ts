import type { ErrorCode } from '#contract/errors'
import type { Payment } from '#contract/payments/model'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import type { Sql } from '#server/db/sql'
import type { Actor } from '#server/platform/actor'

/** The amount and terms of a payment that is due. */
export interface AmountDue {
  id: string
  /** The payable's reference, with which the references of its payments begin. */
  reference: string
  total_kobo: number
  name: string | null
  phone: string | null
  email: string | null
  /** Why it cannot be paid now; null if it can be paid. */
  refusal: ErrorCode | null
  /** The minutes within which a card payment must end, and within which a payment by transfer or USSD must end. */
  card_minutes: number
  longest_minutes: number
  /** The kind of the payable, if an invoice part is for a payable of another room. */
  kind?: Payable['kind']
  /**
   * The part that is due, if the payable is paid in parts; omitted if its reference already names the part. `field`:
   * the field of the call that names the part. `is_first`: whether no other part comes before it. `whole`: the
   * reference with which the payments of all parts begin, if the parts have different references.
   */
  part?:
    | { field: 'part' | 'reference'; name: string; is_first: boolean; whole?: string }
    | null
    | undefined
}

/** Phrases for messages about a payment or refund. */
export interface PayableLabels {
  /** The status while it can be paid: `Your seats are kept`. */
  open: string
  /** The name of what the payment buys: `ticket`. */
  document: string
  /** The name of its price: `fare`. */
  price: string
  /** The sentence if it is already paid: `This trip was paid already.` */
  already_paid: string
  /** The sentence if it can no longer be bought: `The seats were gone.` */
  gone: string
  /** Completes “Your ₦5,000 …” if the money arrived too late and is refunded: `came after the seats were gone.` */
  late: string
  /** The reason for a refund of late money, in an email: `the seats were gone`. */
  late_reason: string
  /**
   * What the operator could not do, in an email about a refund, before its name and reference: `The operator cannot
   * carry`.
   */
  operator_cancelled: string
}

/** The recipient of the email about a refund, and how the email names the payable. Amounts are in kobo. */
export interface RefundContact {
  reference: string
  phone: string | null
  email: string | null
  total_kobo: number
}

/** What the message about a refund says of its cause. `effect` and `seats` are those of its request. */
export interface ExplainableRefund {
  effect: string
  seats: number[]
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

/** Finds where a room's rows and the ledger differ, at most 100 of each fault. */
export type FaultFinder = (db: Db) => Promise<LedgerFault[]>

type PayableName = 'booking' | 'parcel' | 'charter' | 'invoice'

/**
 * A kind of payable, as its room defines it, in addition to the SQL functions of its row in `payable_kind`. Payments,
 * wallet and ledger know nothing else about it.
 */
export interface Payable {
  /** The kind, as in `payable_kind`. */
  kind: PayableName | 'return_trip'
  /** Its name in calls of the contract. */
  contract_name: PayableName
  labels: PayableLabels
  /** Returns the path of the page to which the payment company's checkout returns. */
  makeReturnPath: (reference: string, payment: string) => string
  /** Finds a payable of this person by its reference; `lock` prevents changes until the transaction ends. */
  find: (
    db: Db,
    reference: string,
    actor: Actor,
    options?: { lock?: boolean },
  ) => Promise<AmountDue | undefined>
  /**
   * Finds a payable by its id, for anyone who pays the invoice about it; `lock` as in `find`. Omitted for kinds
   * without invoices.
   */
  findById?: (db: Db, id: string, options?: { lock?: boolean }) => Promise<AmountDue | undefined>
  /** Throws for callers who need more proof to see it. */
  refuseStranger?: (caller: { readonly actor: Actor }) => void
  /**
   * Returns SQL that selects whether the payable `y` still waits for money (`is_waiting`); no row if it belongs to
   * somebody else.
   */
  selectWaits: (actor: Actor) => Sql<{ is_waiting: boolean }>
  /** Makes the argument of its `fulfils` function for the payer. */
  makeGoods: (config: Config, id: string) => object
  /** Enqueues, in the payment's transaction, the jobs that follow from the payment. */
  notify: (tx: Db, id: string) => Promise<void>
  /** Describes payables for statements, by id. */
  describe: (db: Db, ids: readonly string[]) => Promise<Map<string, PayableDescription>>
  /** Returns who is informed about a refund. `payer_id` is the person who paid, who may not be the customer. */
  findRefundContact: (
    db: Db,
    id: string,
    payer_id: string | null,
  ) => Promise<RefundContact | undefined>
  /**
   * Returns the sentence about the cause of a refund, if its reason alone would be misleading. `name` is the payable's
   * name and reference: `booking K7M2QX`.
   */
  explainRefund?: (refund: ExplainableRefund, name: string) => string | undefined
  findFaults: FaultFinder
}

type PayableDeps = { readonly db: Db; readonly payables: readonly Payable[] }

/** Describes payables of all kinds, by id. */
export async function describePayables(
  { db, payables }: PayableDeps,
  items: readonly { kind: string | null; payable_id: string | null }[],
): Promise<Map<string, PayableDescription>> {
  const described = new Map<string, PayableDescription>()
  for (const { kind, describe } of payables) {
    const ids = items.flatMap((item) => (item.kind === kind ? (item.payable_id ?? []) : []))
    const found = ids.length === 0 ? [] : await describe(db, ids)
    for (const [id, one] of found) described.set(id, one)
  }
  return described
}

/** The reference of a payable in a call, by kind; at most one is not null. */
export type PayableReferences = Pick<Payment, PayableName>

const unnamed: PayableReferences = { booking: null, parcel: null, charter: null, invoice: null }

/** Returns a payable's reference under the name of its kind; all are null without a payable. */
export function listPayableReferences(
  payable: Payable | undefined,
  reference: string | null,
): PayableReferences {
  return payable === undefined ? unnamed : { ...unnamed, [payable.contract_name]: reference }
}

/** Returns the payable of a kind; undefined for a top-up. */
export function findPayable(
  { payables }: { readonly payables: readonly Payable[] },
  kind: string | null,
): Payable | undefined {
  return payables.find((payable) => payable.kind === kind)
}
