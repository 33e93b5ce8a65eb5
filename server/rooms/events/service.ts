import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { followEvents as followEventsEndpoint } from '#contract/events/endpoints'
import type { Context } from '#server/context'
import { findNetwork } from '#server/platform/limits'
import type { StreamAnswer } from '#server/platform/live'
import { requireUser } from '#server/rooms/accounts'
import { makeDeskAccess } from '#server/rooms/members'
import { readMissedEvents, formatEvent } from './hub.ts'
import { assignEventNumbers, findDeskAccount } from './repository.ts'

/** How often a desk's stream checks the member's rights, ms, since a second factor expires. */
const deskEvery = 5000

/** The number of failed checks in a row after which the stream ends. */
const maxFailedChecks = 3

/**
 * Returns the `retry` line of a stream: after how many ms a device reconnects. It varies, so that not all devices of a
 * process reconnect at the same time.
 */
const comeBack = () => `retry: ${1000 + Math.round(Math.random() * 2000)}\n\n`

/**
 * Returns the account under which the desk of this login receives events; an empty list without a desk, without the
 * right to answer, or without the second factor.
 */
async function deskOf(
  { db }: Context,
  login: { user_id: string; login_id: string },
): Promise<string[]> {
  const member = await makeDeskAccess({ db }).member({ kind: 'user', ...login })
  if (member === undefined || member.proof === 'asked' || !member.scopes.includes('support'))
    return []
  return [await findDeskAccount(db, member.operator_id)]
}

/**
 * Opens the caller's stream: missed events, then new ones. Throws `too_many_requests` if account or network has too
 * many open streams.
 */
export async function followEvents(
  ctx: Context,
  { once, desk }: Input<typeof followEventsEndpoint>,
): Promise<StreamAnswer> {
  const { user_id: person_id, login_id } = requireUser(ctx)
  const login = { user_id: person_id, login_id }
  const theirs = desk === undefined ? [] : await deskOf(ctx, login)
  const accounts = [person_id, ...theirs]
  const { live, last_event: since } = ctx
  if (once !== undefined || live === undefined) {
    // Number the events here, since the hub numbers them only while somebody listens.
    await assignEventNumbers(ctx.db)
    const words = await readMissedEvents(ctx.db, { since, accounts })
    return { body: words.map(formatEvent).join('') }
  }
  const from = findNetwork(ctx.ip)
  if (!live.hasRoom(person_id, from))
    throw makeRefusal('too_many_requests', {
      detail: 'Too many devices of this account, or of its network, are listening already.',
      retry_after: 60,
    })
  return {
    body: comeBack(),
    follow: ({ write, end }) => {
      const leave = live.listen({
        accounts,
        person_id,
        login_id,
        network: from,
        since,
        tell: write,
        end,
      })
      // One database failure does not end a stream, but the third in a row does, so that nobody stays connected without
      // rights.
      let unasked = 0
      const look = async () => {
        const now = await deskOf(ctx, login).catch((error: unknown) => {
          ctx.log.warn({ err: error }, 'whether somebody is still at their desk could not be asked')
        })
        unasked = now === undefined ? unasked + 1 : 0
        if (now === undefined ? unasked >= maxFailedChecks : now[0] !== theirs[0]) end()
      }
      const looking = desk === undefined ? undefined : setInterval(() => void look(), deskEvery)
      return () => {
        clearInterval(looking)
        leave()
      }
    },
  }
}
