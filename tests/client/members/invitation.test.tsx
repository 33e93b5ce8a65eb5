import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getDesk, inviteMember } from '#contract/members/endpoints'
import { sql } from '#server/db/sql'
import { aMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

/** The text of the last mail to an address, once it contains `part`; returns what `part` captures. */
async function mailed(email: string, part: RegExp): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'text' as text from pgboss.job
    where name = 'mail.send' and data ->> 'to' = ${email} order by created_on desc`.execute(db)
  return rows.map(({ text }) => part.exec(text)?.[1]).find((found) => found !== undefined) ?? ''
}

async function anInvitation(email: string) {
  const { operator_id } = await aTrip(db)
  const owner = await aMember(server, { operator_id, role: 'owner' })
  await server.call(inviteMember, { email, role: 'counter' }, { as: owner.as })
  return { owner, code: await mailed(email, /invitation=(\w+)/) }
}

test('whoever opens an invitation logged out sees who invites to what, joins, and is at the desk', async () => {
  const email = 'chioma.eze@people.example'
  const { owner, code } = await anInvitation(email)
  await openDesk(world, undefined, `/?invitation=${code}`)
  await screen.findByRole('heading', { level: 1, name: /invites you$/ })
  expect(document.body.textContent).toContain(`${owner.user.full_name} invites you to work`)
  expect(document.body.textContent).toContain('ch…@people.example')

  await hand.type(await screen.findByLabelText('Full name'), 'Chioma Eze')
  await hand.type(screen.getByLabelText('Email'), email)
  await hand.type(screen.getByLabelText('Password'), 'green-lorry-9-mango')
  await press(/^Join /)
  await waitFor(() => expect(localStorage.getItem('user')).toContain('Chioma Eze'))

  await openDesk(world, undefined, `/?invitation=${code}`)
  await screen.findByText('Chioma Eze')
  await press('Accept')
  await press('Send the code')
  const six = await waitFor(async () => {
    const found = await mailed(email, /\b(\d{6})\b/)
    expect(found).not.toBe('')
    return found
  })
  await hand.type(await screen.findByLabelText(/code/i), six)
  await press('Verify')
  const token = localStorage.getItem('token') ?? ''
  await waitFor(async () =>
    expect((await server.call(getDesk, {}, { as: { token } })).data.role).toBe('counter'),
  )
})

test('another account is told which address the invitation is for; an old link says that it is over', async () => {
  const { code } = await anInvitation('musa.bello@people.example')
  const other = await aUser(server)
  await openDesk(world, other, `/?invitation=${code}`)
  await press('Accept')
  await screen.findByText(/The invitation is for mu…@people\.example, which is not the address/)
  await sql`update member_invitation set expires_at = now()`.execute(db)
  await openDesk(world, other, `/?invitation=${code}`)
  await screen.findByRole('heading', { name: 'This invitation is not open' })
})

test('a desk with more than a hundred members and invitations shows them all', async () => {
  const { operator_id } = await aTrip(db)
  const owner = await aMember(server, { operator_id, role: 'owner' })
  await sql`
    insert into member_invitation (id, operator_id, email, role, code_sha256, created_at, expires_at)
    select gen_random_uuid(), ${operator_id}::uuid, 'clerk' || n || '@people.example', 'counter',
      sha256(('a desk of many ' || n)::bytea), now() + n * interval '1 ms', now() + interval '1 day'
    from generate_series(1, 100) n`.execute(db)
  await openDesk(world, owner, '/members')
  await screen.findByText('clerk99@people.example')
  expect(screen.queryByText('clerk100@people.example')).toBeNull()
  await press('Show more')
  await screen.findByText('clerk100@people.example')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
