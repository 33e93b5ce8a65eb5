import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fetchProfile, updateProfile } from '#contract/profile/endpoints'
import { aUser } from '#tests/support/makers/people'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

const field = (name: RegExp) => screen.findByLabelText(name)

test('a new email is said to be saved, and its form stays, until something else is typed', async () => {
  const made = await aUser(server)
  const { user, as, password } = made
  world.enter(made)
  await world.open('/profile/details')
  const email = await field(/^Email/)
  await hand.clear(email)
  await hand.type(email, `New.${user.email}`)
  await hand.type(await field(/^Your password/), password)
  await press('Save')
  await screen.findByText('Saved.')
  expect(await field(/^Email/)).toBe(email)
  await waitFor(() => expect(screen.queryByLabelText(/^Your password/)).toBeNull())
  const { data } = await server.call(fetchProfile, {}, { as })
  expect(data.email).toBe(`new.${user.email}`)
  await hand.type(await field(/^Full name/), ' Obi')
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('another way to write the same email and phone is no change and needs no password', async () => {
  const made = await aUser(server)
  world.enter(made)
  await world.open('/profile/details')
  const [email, phone] = [await field(/^Email/), await field(/^Phone/)]
  await hand.clear(email)
  await hand.type(email, ` ${made.user.email?.toUpperCase()}`)
  await hand.clear(phone)
  await hand.type(phone, made.user.phone ?? '')
  expect(screen.queryByLabelText(/^Your password/)).toBeNull()
})

test('settings are not called saved once one of them is changed again', async () => {
  world.enter(await aUser(server))
  await world.open('/profile/settings')
  await hand.click(await field(/^Data saver/))
  await press('Save settings')
  await screen.findByText('Saved.')
  await hand.click(await field(/by SMS/))
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('a change that is taken back leaves nothing that waits to be saved', async () => {
  world.enter(await aUser(server))
  await world.open('/profile/details')
  const { listDraftNames } = await import('#lib/drafts')
  const name = await field(/^Full name/)
  await hand.type(name, 'x')
  expect(await listDraftNames()).toEqual(['my-details'])
  await hand.type(name, '{Backspace}')
  expect(await listDraftNames()).toEqual([])
})

test('a saved name that another phone changes afterwards is shown as it is now', async () => {
  const made = await aUser(server)
  world.enter(made)
  await world.open('/profile/details')
  await hand.type(await field(/^Full name/), ' Obi')
  await press('Save')
  await screen.findByText('Saved.')
  await server.call(updateProfile, { full_name: 'Ada Eze' }, { as: made.as })
  const { queryClient } = await import('#src/app/query-client.ts')
  await queryClient.invalidateQueries({ queryKey: ['fetchProfile'] })
  await waitFor(async () => expect(await field(/^Full name/)).toHaveProperty('value', 'Ada Eze'))
})

test('a saved name is not kept because something else was typed while it was sent', async () => {
  const made = await aUser(server)
  world.enter(made)
  await world.open('/profile/details')
  const { listDraftNames } = await import('#lib/drafts')
  await hand.type(await field(/^Full name/), ' Obi')
  const answer = world.silenceAt('/api/v1/waka/profile')
  await press('Save')
  await hand.type(await field(/^Email/), 'x')
  answer()
  await waitFor(async () => {
    const { data } = await server.call(fetchProfile, {}, { as: made.as })
    expect(data.full_name).toBe(`${made.user.full_name} Obi`)
  })
  expect(await listDraftNames()).toEqual(['my-details'])
  await server.call(updateProfile, { full_name: 'Ada Eze' }, { as: made.as })
  const { queryClient } = await import('#src/app/query-client.ts')
  await queryClient.invalidateQueries({ queryKey: ['fetchProfile'] })
  await waitFor(async () => expect(await field(/^Full name/)).toHaveProperty('value', 'Ada Eze'))
  expect(await field(/^Email/)).toHaveProperty('value', `${made.user.email}x`)
})
