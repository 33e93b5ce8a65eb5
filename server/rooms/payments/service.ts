import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type {
  getPayment as getPaymentEndpoint,
  listPaymentMethods as listEndpoint,
  listPayments as listPaymentsEndpoint,
  verifyPayment as verifyEndpoint,
} from '#contract/payments/endpoints'
import type { Payment, PaymentMethod } from '#contract/payments/model'
import type { Context } from '#server/context'
import { describePayables, findPayable, listPayableReferences } from '#server/platform/payable'
import { requireUser } from '#server/rooms/accounts'
import { findCompanyRecords } from './company-repository.ts'
import { findAmountDue } from './amount-due.ts'
import { listMethods } from './methods.ts'
import { maxPaymentChecks, toPayment } from './payment-view.ts'
import { ProviderUnavailableError } from './provider.ts'
import { type Attempt, countPaymentCheck, findAttempt, findPaymentsOfPerson } from './repository.ts'
import { settleAttempt } from './settlement.ts'

/**
 * Returns payment methods, the best company of each channel first. For a payable of the caller, channels that cannot
 * finish in time are closed.
 */
export async function listPaymentMethods(
  ctx: Context,
  named: Input<typeof listEndpoint>,
): Promise<PaymentMethod[]> {
  const payable = ctx.payables.find(({ contract_name: called }) => named[called] !== undefined)
  const thing =
    payable &&
    (await findAmountDue(ctx, ctx.db, payable, { reference: named[payable.contract_name] ?? '' }))
  return listMethods(await findCompanyRecords(ctx.db, thing?.id ?? null), thing)
}

/** Returns one page of the caller's payments that were made or are on their way, newest first. */
export async function listPayments(
  ctx: Context,
  { page, per_page }: Input<typeof listPaymentsEndpoint>,
): Promise<ListAnswer<typeof listPaymentsEndpoint>> {
  const at = { limit: per_page, offset: (page - 1) * per_page }
  const { rows, total } = await findPaymentsOfPerson(ctx.db, requireUser(ctx).user_id, at)
  const described = await describePayables(ctx, rows)
  const data = rows.map(({ kind, payable_id, thing, at: instant, ...row }) => {
    const payable = findPayable(ctx, kind)
    return {
      ...row,
      purpose: payable?.contract_name ?? ('wallet' as const),
      ...listPayableReferences(payable, thing),
      about: described.get(payable_id)?.about ?? 'Money added to the wallet',
      at: instant.toISOString(),
    }
  })
  return { data, meta: { page, per_page, total } }
}

/** Returns the stored state of one of the caller's attempts. Throws not_found. */
export async function getPayment(
  ctx: Context,
  input: Input<typeof getPaymentEndpoint>,
): Promise<Payment> {
  return toPayment(ctx, await requireAttempt(ctx, input.reference))
}

/** Asks the payment company now. Returns the stored state if it does not answer. Throws not_found, verify_limit. */
export async function verifyPayment(
  ctx: Context,
  input: Input<typeof verifyEndpoint>,
): Promise<Payment> {
  const before = await requireAttempt(ctx, input.reference)
  if (before.status === 'succeeded') return toPayment(ctx, before)
  if (!(await countPaymentCheck(ctx.db, before.id, maxPaymentChecks)))
    throw makeRefusal('verify_limit')
  try {
    await settleAttempt(ctx, before)
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    ctx.log.warn(
      { err: error, reference: before.reference },
      'the provider does not say whether money landed',
    )
  }
  return toPayment(ctx, await requireAttempt(ctx, before.reference))
}

async function requireAttempt(ctx: Context, reference: string): Promise<Attempt> {
  const attempt = await findAttempt(ctx, reference)
  if (attempt !== undefined) return attempt
  for (const payable of ctx.payables) payable.refuseStranger?.(ctx)
  throw makeRefusal('not_found')
}
