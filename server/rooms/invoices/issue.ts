import { makeRefusal } from '#contract/errors'
import type { InvoiceInput } from '#contract/invoices/model'
import {
  minInvoicePartKobo,
  maxInvoiceKobo,
  maxOperatorInvoiceKobo,
  maxOperatorInvoicesPerDay,
  maxOperatorInvoiceKoboPerDay,
  type VatRate,
  vatRates,
} from '#contract/invoices/rules'
import { allocateByWeight, formatNaira } from '#contract/money'
import { type Db, violatesCheck } from '#server/db/client'
import { makeId, randomCharacters } from '#server/platform/ids'
import type { Payable } from '#server/platform/payable'
import { insertInvoice, type NewInvoicePart } from './issue-repository.ts'

/**
 * An invoice to issue, by an operator (its id) or by us (null). Amounts are in kobo, days `YYYY-MM-DD`. `lines` are
 * without VAT.
 */
export interface InvoiceToIssue {
  operator_id: string | null
  /** The customer's account; null if the customer has none. */
  person_id: string | null
  customer: InvoiceInput['customer']
  title: string
  notes?: string | undefined
  lines: readonly { label: string; quantity: number; unit_kobo: number; vat: VatRate }[]
  /**
   * The parts in the order of payment. They add up to the total with VAT. `about`: a payable of another room; paying
   * the part pays this payable.
   */
  parts: readonly {
    amount_kobo: number
    due_on: string
    about?: { kind: Payable['kind']; id: string }
  }[]
  /** Who issues it: a key or member of the operator, or a key of our staff; none if another room issues it. */
  key_id?: string | null | undefined
  member_id?: string | null | undefined
  staff_key_id?: string | null | undefined
}

/**
 * Stores an invoice in the caller's transaction and returns its id and reference. Throws `invalid_input` if parts do
 * not add up, and `invoice_limit` above the largest sum of an invoice or beyond the limits of an operator.
 */
export async function issueInvoice(
  tx: Db,
  it: InvoiceToIssue,
): Promise<{ id: string; reference: string }> {
  const id = makeId()
  const reference = newInvoiceReference()
  const { name, company = null, tin = null, address = null } = it.customer
  const { email = null, phone = null } = it.customer
  const { net_kobo, vat_kobo } = sumInvoiceLines(it.lines)
  const invoice = {
    id,
    reference,
    operator_id: it.operator_id,
    person_id: it.person_id,
    customer_name: name,
    company,
    tin,
    address,
    email,
    phone,
    title: it.title,
    notes: it.notes ?? null,
    net_kobo,
    vat_kobo,
    key_id: it.key_id ?? null,
    member_id: it.member_id ?? null,
    staff_key_id: it.staff_key_id ?? null,
  }
  const lines = it.lines.map(({ vat, ...line }, index) => ({
    ...line,
    position: index + 1,
    vat_bp: vatRates[vat],
  }))
  try {
    await insertInvoice(tx, invoice, lines, partsOf(it, reference))
  } catch (error) {
    if (violatesCheck(error, 'invoice_at_most'))
      throw makeRefusal('invoice_limit', { detail: maxInvoiceMessage })
    throw violatesCheck(error, 'operator_invoices_a_day')
      ? makeRefusal('invoice_limit', { detail: operatorLimitMessage })
      : error
  }
  return { id, reference }
}

const maxInvoiceMessage = `An invoice can be for at most ${formatNaira(maxInvoiceKobo)}.`
const operatorLimitMessage = `An operator can invoice up to ${formatNaira(maxOperatorInvoiceKobo)} at once, and ${formatNaira(maxOperatorInvoiceKoboPerDay)} in ${maxOperatorInvoicesPerDay} invoices within 24 hours. Ask our staff for more.`

/** Returns the total of lines. Each line's VAT is rounded to the kobo, as the database does it. */
export function sumInvoiceLines(lines: InvoiceToIssue['lines']): {
  net_kobo: number
  vat_kobo: number
} {
  const nets = lines.map(({ quantity, unit_kobo }) => quantity * unit_kobo)
  const vats = lines.map(({ vat }, index) =>
    Math.floor(((nets[index] ?? 0) * vatRates[vat] + 5000) / 10_000),
  )
  return { net_kobo: sum(nets), vat_kobo: sum(vats) }
}

/** Our fee on an operator's invoice in basis points: 1.5 %, at most ₦3,000, plus VAT. */
const feeBp = 150
const maxFeeKobo = 300_000

/**
 * Returns the parts with their shares of VAT and fee. Throws `invalid_input` if they do not add up or one is too small.
 */
function partsOf(it: InvoiceToIssue, reference: string): NewInvoicePart[] {
  const { net_kobo, vat_kobo } = sumInvoiceLines(it.lines)
  const amounts = it.parts.map(({ amount_kobo }) => amount_kobo)
  if (sum(amounts) !== net_kobo + vat_kobo)
    throw makeRefusal('invalid_input', {
      fields: {
        parts: `The parts add up to ${sum(amounts)} kobo, the lines with VAT to ${net_kobo + vat_kobo}.`,
      },
    })
  if (Math.min(...amounts) < minInvoicePartKobo)
    throw makeRefusal('invalid_input', {
      fields: { lines: 'An invoice must be for at least ₦100.' },
    })
  const fee_kobo =
    it.operator_id === null ? 0 : Math.min(maxFeeKobo, Math.floor((net_kobo * feeBp) / 10_000))
  const fee_vat_kobo = Math.floor((fee_kobo * vatRates.standard + 5000) / 10_000)
  const [vats, fees, fee_vats] = [vat_kobo, fee_kobo, fee_vat_kobo].map((kobo) =>
    allocateByWeight(kobo, amounts),
  )
  return it.parts.map(({ amount_kobo, due_on, about }, index) => {
    const id = makeId()
    const fee = { fee_kobo: fees?.[index] ?? 0, fee_vat_kobo: fee_vats?.[index] ?? 0 }
    return {
      id,
      position: index + 1,
      reference: `${reference}-${index + 1}`,
      amount_kobo,
      vat_kobo: vats?.[index] ?? 0,
      // The money for a payable of another room is divided by that room.
      ...(about === undefined ? fee : { fee_kobo: 0, fee_vat_kobo: 0 }),
      due_on,
      kind: about?.kind ?? 'invoice',
      thing_id: about?.id ?? id,
    }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Returns 20 random Crockford characters, which are 100 bits. */
const newInvoiceReference = () => randomCharacters(20)
