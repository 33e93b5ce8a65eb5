import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendMessage, startConversation } from '#contract/support/endpoints'
import { supportBusiness } from '#contract/support/rules'
import { sql } from '#server/db/sql'
import { aJpeg } from '#tests/support/files/jpegs'
import { aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world
const clerk = await aStaffMember(server, 'support')

/** A conversation with our desk; returns the name of its traveller, by which the inbox lists it. */
async function aConversation(full_name: string, message: { body: string; photo?: string }) {
  const { as } = await aUser(server, { full_name })
  const { data } = await server.call(startConversation, { business_id: supportBusiness }, { as })
  await server.call(sendMessage, { id: data.id, ...message }, { as })
  return data.id
}

/** A hundred conversations in which everything is answered, with newer messages than any other. */
async function aHundredAnswered(state: 'open' | 'closed'): Promise<void> {
  await sql`
    with person as (
      insert into person (id, full_name, referral_code)
      select id, 'Answered', id from (select gen_random_uuid() as id from generate_series(1, 100)) made returning id
    ), talk as (
      insert into conversation (id, person_id, state)
      select gen_random_uuid(), id, ${state} from person returning id
    )
    insert into message (id, conversation_id, sender, body, sent_at)
    select gen_random_uuid(), id, 'business', 'Done.', now() + interval '1 minute' from talk`.execute(
    db,
  )
}

const open = async (name: string) =>
  hand.click(await screen.findByRole('link', { name: new RegExp(name) }))
const answer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })

test('the one who waits longest is taken and closed, though a hundred others have newer messages', async () => {
  await aConversation('Halima Sani', { body: 'Where is my bag?' })
  await aHundredAnswered('open')
  await openDesk(world, clerk, '/inbox')
  await screen.findByRole('button', { name: 'Older' })
  await hand.selectOptions(await screen.findByLabelText('Show'), 'Waiting for an answer')
  await open('Halima Sani')
  await press('Assign to me')
  expect(await screen.findByRole('button', { name: 'Unassign' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Close conversation' })).toBeDefined()
})

test('the oldest of 101 closed conversations can be opened, reopened and closed again', async () => {
  await aConversation('Ngozi Eze', { body: 'Thank you.' })
  await aHundredAnswered('closed')
  await openDesk(world, clerk, '/inbox')
  await hand.selectOptions(await screen.findByLabelText('Show'), 'Waiting for an answer')
  await open('Ngozi Eze')
  await press('Close conversation')
  await screen.findByRole('button', { name: 'Open again' })
  await openDesk(world, clerk, '/inbox')
  await hand.selectOptions(await screen.findByLabelText('Show'), 'Closed')
  await press('Older')
  expect(screen.queryByText(/to see the rest/)).toBeNull()
  await open('Ngozi Eze')
  await press('Open again')
  await press('Close conversation')
  expect(await screen.findByRole('button', { name: 'Open again' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Hand over' })).toBeDefined()
})

test('an answer half written stays with its conversation while another one is looked at', async () => {
  await aConversation('Amaka Obi', { body: 'Is the bus late?' })
  await aConversation('Musa Bello', { body: 'Which park?' })
  await openDesk(world, clerk, '/inbox')
  await hand.selectOptions(await screen.findByLabelText('Show'), 'Waiting for an answer')
  await open('Amaka Obi')
  await hand.type(await answer(), 'By ten minutes')
  await open('Musa Bello')
  await screen.findByText('Which park?')
  expect(await answer()).toHaveProperty('value', '')
  await open('Amaka Obi')
  expect(await screen.findByDisplayValue('By ten minutes')).toBeDefined()
  await press('Send')
  await waitFor(async () => expect((await answer()).value).toBe(''))
  await hand.selectOptions(await screen.findByLabelText('Show'), 'All open')
  expect((await screen.findAllByText('By ten minutes')).length).toBeGreaterThan(0)
})

test('a photo without words is named in the lists of both sides', async () => {
  const photo = (await aJpeg()).toString('base64')
  const owner = await aUser(server, { full_name: 'Sade Cole' })
  const { as } = owner
  const { data } = await server.call(startConversation, { business_id: supportBusiness }, { as })
  await server.call(sendMessage, { id: data.id, body: '', photo }, { as })
  await server.call(sendMessage, { id: data.id, body: '', photo }, { as })
  await openDesk(world, clerk, '/inbox')
  await hand.selectOptions(await screen.findByLabelText('Show'), 'Waiting for an answer')
  expect((await screen.findByRole('link', { name: /Sade Cole/ })).textContent).toContain('A photo')
  world.enter(owner)
  await world.open('/profile/messages')
  expect(await screen.findByText('You: A photo')).toBeDefined()
})
