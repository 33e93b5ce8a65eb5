import type {
  fundInsurance as fundInsuranceEndpoint,
  getInsurance as getInsuranceEndpoint,
} from '#contract/parcels/endpoints'
import type { Input, Output } from '#contract/endpoint'
import type { Context, Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { notifyOfParcel } from './news/index.ts'
import { requireStaffKey } from '#server/rooms/operators'
import { makeId } from '#server/platform/ids'
import { postFloat, findInsurance, findUnpaidClaims, payClaim } from './answer-repository.ts'

/** The balance below which an alarm is raised, kobo: a tenth of the highest cover. */
const lowKobo = 50_000_000

/** Pays an accepted claim. If the insurance lacks the money, the claim waits and an alarm is raised. */
export async function payClaimOrRaiseAlarm(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  id: string,
): Promise<void> {
  if ((await payClaim(db, id)) !== 'waits') return
  log.error({ alarm: 'insurance', claim_id: id }, 'the insurance cannot pay a claim: it waits')
}

export async function getInsurance({
  db,
}: Pick<Context, 'db'>): Promise<Output<typeof getInsuranceEndpoint>> {
  return { ...(await findInsurance(db)), low_kobo: lowKobo }
}

/** Returns the balance of the insurance and the sum of waiting claims, kobo. */
export async function readInsuranceMetric(db: Db): Promise<{ balance: number; waiting: number }> {
  const { balance_kobo, waiting_kobo } = await findInsurance(db)
  return { balance: balance_kobo, waiting: waiting_kobo }
}

/** Adds our own money (the float) to the insurance, and pays waiting claims. */
export async function fundInsurance(
  ctx: Context,
  { amount_kobo }: Input<typeof fundInsuranceEndpoint>,
): Promise<Output<typeof fundInsuranceEndpoint>> {
  requireStaffKey(ctx)
  await postFloat(ctx.db, `float:${makeId()}`, amount_kobo)
  for (const { id, parcel_id } of await findUnpaidClaims(ctx.db))
    if ((await payClaim(ctx.db, id)) === 'paid')
      await notifyOfParcel(ctx.db, parcel_id, 'claim_answered')
  return getInsurance(ctx)
}

/** Pays waiting claims as far as the insurance's money allows, and raises an alarm if it runs low. */
export async function payWaitingClaims({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  for (const { id, parcel_id } of await findUnpaidClaims(db))
    await inTransaction(db, async (tx) => {
      if ((await payClaim(tx, id)) === 'paid') await notifyOfParcel(tx, parcel_id, 'claim_answered')
    })
  const { balance_kobo, waiting_kobo, claims_waiting } = await findInsurance(db)
  if (balance_kobo >= lowKobo && claims_waiting === 0) return
  const found = { alarm: 'insurance', balance_kobo, waiting_kobo, claims_waiting }
  if (claims_waiting > 0) log.error(found, 'claims wait for money of the insurance')
  else log.error(found, 'the insurance runs low')
}
