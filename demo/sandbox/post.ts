import { product } from '#contract/product'
import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { paymentSettings } from '#server/config/payment-settings'
import {
  type Charge,
  type Company,
  type Refund,
  findCharge,
  listRefunds,
} from './charge-repository.ts'
import { standIns } from './companies.ts'
import { listDisputes } from './dispute-repository.ts'

/** The ways in which a stand-in reports a payment. A person chooses one on the test checkout. */
export const webhookModes = ['once', 'twice', 'late', 'out_of_order', 'forged', 'never'] as const
export type WebhookMode = (typeof webhookModes)[number]

const lateSeconds = 60

/** Sends a charge's webhook in the chosen way. A webhook that cannot be delivered is lost. */
export async function sendChargeWebhook(
  deps: Deps,
  charge: Charge,
  manner: WebhookMode,
): Promise<void> {
  const event = JSON.stringify(chargeEvent(charge))
  const { provider, reference } = charge
  if (manner === 'never') return
  if (manner === 'late') {
    await inTransaction(deps.db, (tx) =>
      enqueue(tx, 'sandbox.tell', { provider, reference }, { after_seconds: lateSeconds }),
    )
    return
  }
  if (manner === 'forged') {
    const forged = JSON.stringify(
      chargeEvent({ ...charge, status: 'success', paid_kobo: charge.amount_kobo }),
    )
    return deliver(deps, provider, forged, 'f'.repeat(128))
  }
  if (manner === 'twice') {
    await Promise.all([deliver(deps, provider, event), deliver(deps, provider, event)])
    return
  }
  await deliver(deps, provider, event)
  if (manner === 'out_of_order')
    await deliver(deps, provider, JSON.stringify(chargeEvent({ ...charge, status: 'pending' })))
}

/**
 * Sends a webhook for each arrived refund of a charge. If no refund has arrived, sends the webhook of the charge. The
 * job for delayed webhooks calls it, too.
 */
export async function reportRefundsOrCharge(
  deps: Deps,
  { provider, reference, id }: { provider: Company; reference: string; id?: number },
): Promise<void> {
  const by = id === undefined ? { reference } : { id: String(id) }
  const charge = await findCharge(deps.db, provider, by)
  if (charge === undefined) return
  const refunds = (await listRefunds(deps.db, charge.id)).filter((one) =>
    ['processed', 'completed'].includes(one.status),
  )
  for (const refund of refunds) await tellOfRefund(deps, charge, refund)
  if (refunds.length === 0) await sendChargeWebhook(deps, charge, 'once')
}

/** Sends the webhook of a transfer that was sent back, which contains only the company's id of the transaction. */
export async function reportRejectedTransfer(deps: Deps, charge: Charge): Promise<void> {
  const bank_transfer = {
    amount: String(charge.amount_kobo - 100),
    message: 'incorrect amount sent',
    message_type: 'INCORRECT_AMOUNT',
    transaction_id: String(charge.id),
  }
  const data = { bank_transfer, customer: { email: charge.email } }
  await deliver(deps, charge.provider, JSON.stringify({ event: 'bank.transfer.rejected', data }))
}

/** Sends the webhook of a transaction's newest dispute. */
export async function reportDispute(deps: Deps, charge: Charge): Promise<void> {
  const [newest] = await listDisputes(deps.db, charge.id)
  if (newest === undefined) return
  const event = standIns[charge.provider].disputeEvent(newest, charge)
  await deliver(deps, charge.provider, JSON.stringify(event))
}

/** Sends the webhook of an arrived refund. */
async function tellOfRefund(deps: Deps, charge: Charge, refund: Refund): Promise<void> {
  await deliver(deps, charge.provider, JSON.stringify(describeRefundEvent(charge, refund)))
}

/** Returns the event of an arrived refund as the payment company writes it in a webhook. */
export const describeRefundEvent = ({ provider, reference }: Charge, refund: Refund) => ({
  event: standIns[provider].refund_event,
  data: {
    id: refund.id,
    status: 'processed',
    transaction_reference: reference,
    tx_ref: reference,
    amount: refund.amount_kobo,
  },
})

const chargeEvent = (charge: Charge) => standIns[charge.provider].chargeEvent(charge)

async function deliver(
  { config, log }: Deps,
  provider: Company,
  body: string,
  forged?: string,
): Promise<void> {
  const url = new URL(config[provider].base_url)
  const signature = forged ?? standIns[provider].sign(config[provider].webhook_secret, body)
  try {
    await fetch(`${url.origin}/api/v1/${product.slug}/webhooks/${provider}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [paymentSettings[provider].signed_in]: signature,
      },
      body,
      signal: AbortSignal.timeout(5000),
    })
  } catch (error) {
    log.warn({ err: error, provider }, 'the stand-in could not deliver its message')
  }
}
