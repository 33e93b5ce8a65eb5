import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { product } from '#contract/product'
import { type Charge, type Company, findCharge } from '#demo/sandbox/charge-repository'
import { standIns } from '#demo/sandbox/companies'
import { paymentSettings } from '#server/config/payment-settings'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { retryForOneMinute } from '#tests/load/run/retry'
import type { LoadRunSetting } from '#tests/load/run/load-run-setting'
import { isFromBalancer } from './caller.ts'

/** Reports a charge as companies do: one to three times, at the same time, out of order, late, or never. */
export async function sendWebhooks(
  town: LoadRunSetting,
  dice: SeededRandom,
  provider: Company,
  reference: string,
): Promise<void> {
  const charge = await retryForOneMinute(() => findCharge(town.db, provider, { reference }))
  if (charge === undefined) return
  if (dice.chance(15)) await forge(town, dice, charge)
  if (dice.chance(8)) return
  const ask = () => postWebhook(town, dice, provider, textOf(charge))
  await sleep(dice.chance(30) ? dice.number(500, 4000) : dice.number(0, 300))
  if (dice.chance(20))
    await postWebhook(town, dice, provider, textOf({ ...charge, status: 'pending' }))
  await (dice.chance(40) ? Promise.all([ask(), ask()]) : ask())
  if (dice.chance(30)) {
    await sleep(dice.number(0, 2500))
    await ask()
  }
  if (dice.chance(10))
    await postWebhook(town, dice, provider, textOf({ ...charge, status: 'failed' }))
}

/** Sends a forged message that a charge was paid, without knowing the secret. */
async function forge(town: LoadRunSetting, dice: SeededRandom, charge: Charge): Promise<void> {
  const body = textOf({
    ...charge,
    status: 'success',
    paid_kobo: charge.amount_kobo,
    message: `forged ${dice.number(0, 1e9)}`,
  })
  town.forged.add(createHash('sha256').update(body).digest('hex'))
  await post(town, dice, charge.provider, body, dice.pick(['f'.repeat(128), '0', 'not it']))
}

/** Posts the signed message until a process accepts it. After `most` attempts, counts it as lost. */
export async function postWebhook(
  town: LoadRunSetting,
  dice: SeededRandom,
  provider: Company,
  body: string,
  most = 6,
): Promise<void> {
  for (let tries = 0; tries < most; tries += 1) {
    const status = await post(town, dice, provider, body, signatureOf(town, provider, body))
    if (status === 200) return
    await sleep(Math.min(150 * 2 ** tries, 5000))
  }
  town.lost.messages += 1
}

async function post(
  { origins, tally }: LoadRunSetting,
  dice: SeededRandom,
  provider: Company,
  body: string,
  signature: string,
): Promise<number> {
  const header = paymentSettings[provider].signed_in
  try {
    const answer = await fetch(
      `${dice.pick(origins())}/api/v1/${product.slug}/webhooks/${provider}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header]: signature },
        body,
        signal: AbortSignal.timeout(5000),
      },
    )
    const text = await answer.text()
    tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
    if (answer.status >= 500 && answer.status !== 503 && !isFromBalancer(answer.status))
      tally.broken.push(`webhook ${answer.status} ${text.slice(0, 300)}`)
    return answer.status
  } catch {
    return 0
  }
}

function signatureOf({ config }: LoadRunSetting, provider: Company, body: string): string {
  return standIns[provider].sign(config[provider].webhook_secret, body)
}

const textOf = (charge: Charge): string =>
  JSON.stringify(standIns[charge.provider].chargeEvent(charge))
