import { maxInvoiceKobo } from '#contract/invoices/rules'
import { vatPercent } from '#contract/money'
import { homeZone } from '#contract/product'
import type { Db } from '#server/db/client'
import { formatLocalTime } from '#server/platform/local-time'
import type { Payable } from '#server/platform/payable'
import { issueInvoice, findLinkedInvoiceReference, voidLinkedInvoice } from '#server/rooms/invoices'
import { notifyOfPaidInstalment } from './trip-news.ts'
import {
  describeInstalments,
  findCharterFaults,
  findInstalmentById,
  findInstalmentRefundContact,
  findInstalmentToPay,
  selectInstalmentAwaitsPayment,
} from './payable-repository.ts'

import { type CharterRow, findCharterByInstalment } from './trip-repository.ts'
import { toDay } from '#server/rooms/charters/journey'

/** Instalments as payables. The reference of a charter refers to its open instalment. */
export const charterPayable: Payable = {
  kind: 'charter',
  contract_name: 'charter',
  labels: {
    open: 'Your vehicle is held',
    document: 'charter',
    price: 'amount due',
    already_paid: 'This was paid already.',
    gone: 'Somebody else has taken the vehicle.',
    late: 'came after the vehicle was released.',
    late_reason: 'the vehicle was released',
    operator_cancelled: 'The operator cannot provide',
  },
  makeReturnPath: (reference, payment) =>
    `/charter-marketplace/confirm-payment/success?charter=${reference}&payment=${payment}`,
  find: findInstalmentToPay,
  findById: findInstalmentById,
  selectWaits: selectInstalmentAwaitsPayment,
  makeGoods: () => ({}),
  notify: async (tx, id) => {
    await issueCharterInvoice(tx, id)
    await notifyOfPaidInstalment(tx, id)
  },
  describe: describeInstalments,
  findRefundContact: findInstalmentRefundContact,
  findFaults: findCharterFaults,
}

/**
 * Issues the invoice of a charter in the transaction of its first payment. Its parts are the instalments, so that
 * anyone with the link can pay the rest. Does nothing if the invoice exists.
 */
export async function issueCharterInvoice(tx: Db, instalment_id: string): Promise<void> {
  const row = await findCharterByInstalment(tx, instalment_id)
  const { instalments, price } = row
  const [first] = instalments
  // A price above the limit of invoices must not prevent the booking, so no invoice is issued then.
  if (first === undefined || price.total_kobo > maxInvoiceKobo) return
  if ((await findLinkedInvoiceReference(tx, first.id)) !== undefined) return
  await issueInvoice(tx, {
    operator_id: row.operator_id,
    person_id: row.person_id,
    customer: { name: row.contact_name ?? 'A traveller' },
    title: `${row.vehicle.name}, ${formatLocalTime(row.starts_at, homeZone).date}`,
    lines: linesOf(row),
    parts: instalments.map(({ id, amount_kobo, due_at }) => ({
      amount_kobo,
      due_on: toDay(new Date(due_at)),
      about: { kind: 'charter' as const, id },
    })),
  })
}

/** Returns the price without VAT, by line; as one line if rounding the VAT of each line would change the sum. */
function linesOf({ price, vehicle }: CharterRow) {
  const vat = 'standard' as const
  const lines = price.lines
    .filter(({ code }) => code !== 'vat')
    .map(({ label, amount_kobo }) => ({ label, quantity: 1, unit_kobo: amount_kobo, vat }))
  const net_kobo = lines.reduce((sum, { unit_kobo }) => sum + unit_kobo, 0)
  const vat_kobo = lines.reduce((sum, { unit_kobo }) => sum + vatOn(unit_kobo), 0)
  if (net_kobo + vat_kobo === price.total_kobo) return lines
  const label = `${vehicle.name} with driver and service fee`
  return [{ label, quantity: 1, unit_kobo: net_kobo, vat }]
}

const vatOn = (kobo: number) => Math.round((kobo * vatPercent) / 100)

/** Cancels the invoice of a charter that ended early; refunds are separate. */
export async function voidCharterInvoice(
  tx: Db,
  { instalments }: CharterRow,
  reason: string,
): Promise<void> {
  const [first] = instalments
  if (first !== undefined) await voidLinkedInvoice(tx, first.id, reason)
}
