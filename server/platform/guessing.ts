import type { Deps } from '#server/context'
import { takeTokens } from '#server/db/rate-bucket'
import { findNetwork, type RoomLimit, countTry } from './limits.ts'

/**
 * What one network may guess at codes that open something: 60 misses at once, then six a minute. The codes have 50
 * random bits: with a million codes, one guess in 10⁹ hits, and a network makes 8,700 a day, so ten thousand networks
 * together would see one page in two weeks.
 */
const misses: RoomLimit = {
  name: 'code-miss',
  size: 60,
  perSecond: 0.1,
  detail: 'Too many codes that do not exist were tried from your network. Try again in a minute.',
}

/** Misses of all networks within an hour that raise an alarm. */
const houseMisses = 5000

/**
 * Finds what a code opens. A hit costs nothing, so that thousands of phones behind one address look as often as they
 * like; a miss counts against the network and in total, which raises an alarm and refuses nobody. Throws 429 before
 * looking if the network has missed too often.
 */
export async function findByCode<T>(
  deps: Deps & { ip: string },
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const giveBack = await countTry(deps, misses, findNetwork(deps.ip))
  const found = await find()
  if (found === undefined) await countMiss(deps)
  else await giveBack()
  return found
}

async function countMiss({ db, config, log }: Deps): Promise<void> {
  const size = houseMisses * config.rate_limit_factor
  const house = { key: 'code-miss:house', size, perSecond: size / 3600, amount: 1 }
  const isUsual = await takeTokens(db, house).catch(() => true)
  if (!isUsual) log.error({ alarm: 'codes.guessed' }, 'codes are being guessed from many networks')
}
