import type { Deps } from '#server/context'
import { takeTokens } from '#server/db/rate-bucket'
import { findNetwork, type RoomLimit, countTry } from './limits.ts'

/**
 * The limit on wrong guesses of codes from one network: 60 in a row, then six a minute. The codes have 50 random bits.
 * If a million codes exist, one guess in 10⁹ is right. A network can make 8,700 guesses a day, so ten thousand networks
 * together would find one code in two weeks.
 */
const misses: RoomLimit = {
  name: 'code-miss',
  size: 60,
  perSecond: 0.1,
  detail: 'Too many codes that do not exist were tried from your network. Try again in a minute.',
}

/** The number of wrong guesses from all networks within an hour that raises an alarm. */
const houseMisses = 5000

/**
 * Finds what a code gives access to. A right code costs nothing, so that thousands of phones behind one IP address may
 * look as often as they like. A wrong code counts against the network, and against a total that raises an alarm but
 * refuses nobody. Throws 429 without a lookup if the network has made too many wrong guesses. With `is_countable`,
 * right codes count as well, because anyone who knows one of these codes can derive others from it.
 */
export async function findByGuessableCode<T>(
  deps: Deps & { ip: string },
  find: () => Promise<T | undefined>,
  { is_countable = false } = {},
): Promise<T | undefined> {
  const giveBack = await countTry(deps, misses, findNetwork(deps.ip))
  const found = await find()
  if (found === undefined) await countMiss(deps)
  else if (!is_countable) await giveBack()
  return found
}

async function countMiss({ db, primary = db, config, log }: Deps): Promise<void> {
  const size = houseMisses * config.rate_limit_factor
  const house = { key: 'code-miss:house', size, perSecond: size / 3600, amount: 1 }
  const isUsual = await takeTokens(primary, house).catch(() => true)
  if (!isUsual) log.error({ alarm: 'codes.guessed' }, 'codes are being guessed from many networks')
}
