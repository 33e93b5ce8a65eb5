import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { aMember, computeTotpCode } from '#tests/support/makers/members'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

/**
 * Opens the desk of a new member of our staff, enters the first code of the app, and loses the answer, which has the
 * recovery codes. Returns functions that enter the next code, and that wait until the desk is open.
 */
async function loseCodes() {
  const member = await aMember(server, { role: 'support' })
  await openDesk(world, member, '/')
  await screen.findByRole('heading', { name: 'Set up login codes' })
  const shown = await screen.findByText(/^([A-Z2-7]{4} ?)+$/)
  const secret = (shown.textContent ?? '').replaceAll(' ', '')
  const enter = async (later: number) => {
    const field = await screen.findByLabelText('Code')
    await hand.clear(field)
    await hand.type(field, await computeTotpCode(db, secret, later))
    await press('Continue')
  }
  world.loseAnswerOnce('POST /api/v1/waka/desk/second-factor/proofs')
  await enter(0)
  await screen.findByText(/No network/)
  return {
    enterNext: () => enter(1),
    findDesk: () => screen.findByText(new RegExp(`^${member.user.full_name}, `)),
  }
}

test('if the answer with the recovery codes is lost, the next code of the app brings new ones', async () => {
  const { enterNext, findDesk } = await loseCodes()
  await enterNext()
  await screen.findByRole('heading', { name: 'Write these down' })
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  await press('I have written them down')
  await findDesk()
})

test('if it is too late for new ones, the screen says so and lists nothing', async () => {
  const { enterNext, findDesk } = await loseCodes()
  await sql`update factor_proof set proved_at = proved_at - interval '11 minutes'`.execute(db)
  await sql`update second_factor set confirmed_at = confirmed_at - interval '11 minutes'`.execute(
    db,
  )
  await enterNext()
  await screen.findByRole('heading', { name: 'Login codes are set up' })
  expect(screen.queryAllByRole('listitem')).toEqual([])
  await press('Continue')
  await findDesk()
})
