import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/client'
import type { PageRequest, PageResponse } from '#server/http/pages'
import { type Company, findFault } from './charge-repository.ts'

/**
 * Returns the answer of a payment company that is `down` or sends `garbage`; otherwise undefined, after 12 s if it is
 * `slow`.
 */
export async function answerWithFault(db: Db, company: Company): Promise<PageResponse | undefined> {
  const fault = await findFault(db, company)
  if (fault === 'down') return { status: 503, text: 'upstream connect error' }
  if (fault === 'garbage') return { json: { status: 'maybe', data: [null] } }
  if (fault === 'slow') await sleep(12_000)
  return undefined
}

/** Returns whether a call carries the payment company's secret key. */
export function hasSecretKey({ headers }: PageRequest, secret: string): boolean {
  const given = Buffer.from(String(headers.authorization ?? ''))
  const wanted = Buffer.from(`Bearer ${secret}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
