import * as moneyHistory from '#demo/country/history-money'
import { makeSeedId } from '#demo/country/random'
import { changeCharge, insertCharge } from '#demo/sandbox/charge-repository'

/** The person who pays. Without an id, a guest. */
interface Payer {
  id: string | null
  email: string
}

/**
 * Pays at a payment company's stand-in, which can refund it later, and applies the result. Returns the payment's
 * reference.
 */
export async function payAtStandIn(
  stage: moneyHistory.HistoryContext,
  { id: person_id, email }: Payer,
  it: Pick<moneyHistory.SeedAttempt, 'thing' | 'provider'> & { about: string },
  amount_kobo: number,
): Promise<string> {
  const { about, ...what } = it
  const reference = moneyHistory.makeSeedReference(stage.seed, `payment ${about}`)
  const charge = await insertCharge(stage.db, {
    provider: it.provider,
    reference,
    access_code: reference,
    amount_kobo,
    currency: 'NGN',
    email,
    return_to: '/',
    channels: ['card'],
  })
  if (charge === undefined) throw new Error(`${about} is paid already`)
  const paid = { status: 'success', channel: 'card', paid_kobo: amount_kobo, message: '' } as const
  await changeCharge(stage.db, charge, paid)
  const id = makeSeedId(stage.seed, `payment ${about}`)
  const attempt = { id, reference, person_id, provider_id: String(charge), amount_kobo, ...what }
  await moneyHistory.seedSuccessfulPayment(stage, attempt, about)
  return reference
}
