import { vatRates } from '#contract/invoices/rules'
import { allocateByWeight } from '#contract/money'
import type { Context, PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import * as history from '#demo/country/invoices'
import { setClock, withClock } from '#demo/country/histories'
import { backdatePayment, type HistoryContext } from '#demo/country/history-money'
import { demoPeople } from '#demo/country/people'
import { makeSeedId } from '#demo/country/random'
import { issueInvoice, voidOperatorInvoice } from '#server/rooms/invoices'
import { payAtStandIn } from './payment.ts'

interface InvoiceStage extends HistoryContext, Omit<PaymentDeps, 'db'> {}

/**
 * Issues invoices in every state to the people of the demo country, once and in one transaction. Uses the functions of
 * the product. Needs the job queue. Returns whether it did something.
 */
export async function seedInvoices(db: Db, deps: Omit<PaymentDeps, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ground = await history.claimInvoices(tx)
    const kid = deps.config.ticket_keys.find(({ state }) => state === 'active')?.kid
    if (ground === undefined || kid === undefined) return false
    const stage = { ...deps, db: tx, kid, ...ground }
    await withClock(tx, async () => {
      for (const [number, it] of history.demoInvoices.entries()) await ask(stage, it, number)
    })
    return true
  })
}

async function ask(stage: InvoiceStage, it: history.DemoInvoice, number: number): Promise<void> {
  const { db, seed } = stage
  const { full_name, email, phone } = demoPeople[it.to]
  const person_id = makeSeedId(seed, `person ${email}`)
  const issuer = it.operator === null ? undefined : await history.findIssuer(db, it.operator)
  await setClock(db, it.issued)
  const lines = it.lines.map(({ unit_naira, ...line }) => ({
    ...line,
    unit_kobo: unit_naira * 100,
  }))
  const total_kobo = lines.reduce((sum, { quantity, unit_kobo, vat }) => {
    const net = quantity * unit_kobo
    return sum + net + Math.floor((net * vatRates[vat] + 5000) / 10_000)
  }, 0)
  const amounts = allocateByWeight(
    total_kobo,
    it.due.map(() => 1),
  )
  const { id } = await issueInvoice(db, {
    operator_id: issuer?.operator_id ?? null,
    person_id,
    customer: { name: full_name, email, phone, ...it.company },
    title: it.title,
    notes: it.notes,
    lines,
    parts: it.due.map((days, index) => ({
      amount_kobo: amounts[index] ?? 0,
      due_on: dayFromNow(days),
    })),
  })
  const parts = await history.findInvoiceParts(db, id)
  for (const [index, part] of parts.slice(0, it.paid).entries()) {
    const days = Math.min(0, (it.due[index] ?? 0) - 1)
    await setClock(db, days)
    const thing = { kind: 'invoice' as const, id: part.id, goods: {} }
    const about = `invoice ${number} ${index}`
    const what = { thing, provider: 'paystack' as const, about }
    await backdatePayment(
      db,
      await payAtStandIn(stage, { id: person_id, email }, what, part.amount_kobo),
      days,
    )
  }
  if (it.voided !== undefined && issuer !== undefined)
    await voidOperatorInvoice(asOperator(stage, issuer), { id, reason: it.voided })
}

function asOperator(
  { db, config, log, payables }: InvoiceStage,
  issuer: { operator_id: string; key_id: string },
): Context {
  const actor = { kind: 'operator', ...issuer, scopes: ['invoices'] } as const
  return { db, config, log, payables, actor, request_id: 'demo', ip: '127.0.0.1' }
}

const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(
    Date.now() + days * 86_400_000,
  )
