import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import {
  type PageRequest,
  type PageBinding,
  type PageResponse,
  definePage,
} from '#server/http/pages'
import {
  type Charge,
  type Company,
  changeCharge,
  findCharge,
  findDirectCharge,
  listDirectCharges,
} from './charge-repository.ts'
import { changePaidCharge } from './dashboard.ts'
import { renderBankPage, renderCheckoutPage } from './checkout-page.ts'
import { standIns } from './companies.ts'
import {
  type WebhookMode,
  webhookModes,
  reportRejectedTransfer,
  sendChargeWebhook,
} from './post.ts'
import { explainCardRefusal } from './test-cards.ts'

/**
 * Returns the hosted checkout of a payment company: a plain page with a form for each channel, at the link in the
 * answer of its API.
 */
export function makeCheckout(company: Company): readonly PageBinding[] {
  const path = `/sandbox/${company}/checkout/{access_code}`
  return [
    definePage('GET', path, async (ctx, asked) => ({
      html: renderCheckoutPage(await requireCharge(ctx, company, asked)),
    })),
    definePage('POST', path, (ctx, asked) => pay(ctx, company, asked)),
  ]
}

/** The bank of the demo: `/sandbox/bank` lists accounts and codes, and each is paid on a separate page. */
export const bankPages: readonly PageBinding[] = [
  definePage('GET', '/sandbox/bank', async ({ db }) => ({
    html: renderBankPage(await listDirectCharges(db)),
  })),
  definePage('GET', '/sandbox/bank/{number}', async (ctx, asked) => ({
    html: renderCheckoutPage(await requireDirectCharge(ctx, asked)),
  })),
  definePage('POST', '/sandbox/bank/{number}', async (ctx, asked) =>
    settle(ctx, await requireDirectCharge(ctx, asked), asked),
  ),
]

/** Returns the transaction with this account number or this id (which its USSD code contains). Throws `not_found`. */
async function requireDirectCharge(ctx: Context, { params }: PageRequest): Promise<Charge> {
  const charge = await findDirectCharge(ctx.db, params['number'] ?? '')
  if (charge === undefined) throw makeRefusal('not_found')
  return charge
}

async function requireCharge(
  ctx: Context,
  company: Company,
  { params }: PageRequest,
): Promise<Charge> {
  const charge = await findCharge(ctx.db, company, { access_code: params['access_code'] ?? '' })
  if (charge === undefined) throw makeRefusal('not_found')
  return charge
}

type ChargeChange = Parameters<typeof changeCharge>[2]

const nudge = 50_000
/** Minutes after the end of its account at which late money arrives. */
const late = 1

/** Returns what a pressed button changes in the charge, with the sum that reaches the payment company in kobo. */
function changeOf(charge: Charge, form: Record<string, string>): ChargeChange | undefined {
  const { amount_kobo } = charge
  const paid = (channel: ChargeChange['channel'], paid_kobo = amount_kobo): ChargeChange => ({
    status: 'success',
    channel,
    paid_kobo,
    message: 'Approved',
  })
  const failed = (channel: ChargeChange['channel'], message: string): ChargeChange => ({
    status: 'failed',
    channel,
    paid_kobo: 0,
    message,
  })
  switch (form['act']) {
    case 'card': {
      const refusal = explainCardRefusal(form['card'] ?? '')
      const digits = (form['card'] ?? '').replace(/\D/g, '')
      // Store only a part of the number, since somebody may type a real one.
      const card = digits.slice(0, 6) + digits.slice(-4)
      return refusal === undefined ? { ...paid('card'), card } : failed('card', refusal)
    }
    case 'sent':
      return paid('transfer')
    case 'sent_short':
      return paid('transfer', Math.max(1, amount_kobo - nudge))
    case 'sent_over':
      return paid('transfer', amount_kobo + nudge)
    case 'sent_wrong':
      return undefined
    case 'sent_twice':
      return paid('transfer', amount_kobo * 2)
    case 'sent_late':
      return {
        status: 'pending',
        channel: 'transfer',
        paid_kobo: amount_kobo,
        message: 'On its way',
        after_minutes: late,
      }
    case 'approve':
      return paid('ussd')
    case 'decline':
      return failed('ussd', 'Declined on the phone')
    case 'cancel':
      return charge.status === 'open'
        ? { status: 'abandoned', channel: null, paid_kobo: 0, message: 'Cancelled' }
        : undefined
    default:
      throw makeRefusal('invalid_input', { fields: { act: 'Press one of the buttons.' } })
  }
}

async function pay(ctx: Context, company: Company, asked: PageRequest): Promise<PageResponse> {
  return settle(ctx, await requireCharge(ctx, company, asked), asked)
}

async function settle(ctx: Context, before: Charge, asked: PageRequest): Promise<PageResponse> {
  const { provider, access_code } = before
  if (await changePaidCharge(ctx, before, asked.form['act'] ?? ''))
    return {
      html: renderCheckoutPage((await findCharge(ctx.db, provider, { access_code })) ?? before),
    }
  if (asked.form['act'] === 'sent_wrong' && provider === 'paystack')
    await reportRejectedTransfer(ctx, before)
  const change = changeOf(before, asked.form)
  const isOffered = !change?.channel || before.channels.includes(change.channel)
  if (!isOffered)
    throw makeRefusal('invalid_input', { fields: { act: 'This way of paying is not offered.' } })
  if (change !== undefined) await changeCharge(ctx.db, before.id, change)
  const charge = (await findCharge(ctx.db, provider, { access_code })) ?? before
  const isTold =
    charge.status === 'success' || (standIns[provider].tells_failures && charge.status === 'failed')
  if (isTold) await sendChargeWebhook(ctx, charge, mannerOf(asked.form['webhook']))
  const isFailure = charge.status === 'failed' && change !== undefined
  // A direct charge has no page to return to.
  if (isFailure || charge.return_to === '') return { html: renderCheckoutPage(charge) }
  return { redirect: standIns[provider].returnTo(charge) }
}

function mannerOf(written: string | undefined): WebhookMode {
  return webhookModes.find((manner) => manner === written) ?? 'once'
}
