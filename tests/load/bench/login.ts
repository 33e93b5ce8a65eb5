import { logIn } from '#contract/accounts/endpoints'
import type { Db } from '#server/db/client'
import type { Measurement } from './report.ts'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const tries = 1000

/** Measures in ms whether the time of a refused login reveals that an account exists. */
export async function benchLogin(db: Db): Promise<Measurement[]> {
  const server = await aServer(db)
  const { user } = await aUser(server)
  const logins = { known: user.email ?? '', unknown: 'nobody@people.example' }
  const sums = { known: 0, unknown: 0 }
  const once = async (kind: keyof typeof logins) => {
    const start = performance.now()
    const answer = await server.call(logIn, { login: logins[kind], password: 'not this one' })
    if (answer.status !== 401) throw new Error(`a wrong login was answered ${answer.status}`)
    return performance.now() - start
  }
  for (let round = -20; round < tries; round += 1) {
    // Alternate the kinds, and begin with each of them equally often, so that load on the machine affects both.
    const kinds =
      round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of kinds) {
      const took = await once(kind)
      if (round >= 0) sums[kind] += took
    }
  }
  await server.close()
  const [known, unknown] = [sums.known / tries, sums.unknown / tries]
  return [
    [
      `a refused login, mean of ${tries} each, known / unknown account`,
      '',
      `${known.toFixed(1)} / ${unknown.toFixed(1)} ms`,
    ],
    ['  difference', '< 1 ms', `${Math.abs(known - unknown).toFixed(2)} ms`],
  ]
}
