import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeConversationNumber } from '#contract/support/rules'
import { sql } from '#server/db/sql'
import { aUser } from '#tests/support/makers/people'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server } = world

/** Snackbars load their own script, which takes time here. */
const isSaid = (words: string) => screen.findByText(words, {}, { timeout: 25_000 })
const support = () => screen.findByRole('button', { name: 'Premium support' })

test('support comes after a second and opens a conversation', async () => {
  world.enter(await aUser(server))
  await world.open('/')
  expect(screen.queryByRole('button', { name: 'Premium support' })).toBeNull()
  // Its place is drawn at once.
  await waitFor(() => expect(document.querySelector('header [data-support] svg')).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Premium support' })).toBeNull()
  await hand.click(await support())
  await waitFor(() => expect(location.pathname).toBe('/support'))
  const id = new URLSearchParams(location.search).get('conversation_id') ?? ''
  const { rows } = await sql`select id from conversation where id = ${id}`.execute(db)
  expect(rows).toHaveLength(1)
  await screen.findByText(makeConversationNumber(id))
  const chat = screen.getByRole('link', { name: 'Write on WhatsApp' })
  expect(chat.getAttribute('target')).toBe('_blank')
})

test('support for somebody who is logged out: the login and why, the other ways, and the way back', async () => {
  await world.open('/blog')
  await hand.click(await support())
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(location.search).toBe('?next=%2Fblog&for=support')
  const notice = within(
    await screen.findByRole('status', { name: 'Please login to access support' }),
  )
  const hrefOf = (name: string) => notice.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Call')).toMatch(/^tel:/)
  expect(hrefOf('SMS')).toMatch(/^sms:/)
  expect(hrefOf('WhatsApp')).toMatch(/^https:/)
  expect(hrefOf('Back to where you were')).toBe('/blog')
})

test('support that cannot be reached says so, and leads to where one calls or writes for later', async () => {
  world.enter(await aUser(server))
  await world.open('/')
  const button = await support()
  world.loseServer()
  await hand.click(button)
  await isSaid('Failed to start support chat. Please try again.')
  await waitFor(() => expect(location.pathname).toBe('/support'))
})

test('without a network support leads to where one writes for later, calls or sends an SMS', async () => {
  world.enter(await aUser(server))
  await world.open('/blog')
  const button = await support()
  world.goOffline()
  await hand.click(button)
  await waitFor(() => expect(location.pathname).toBe('/support'))
  const ways = within(await screen.findByRole('region', { name: 'Ways to reach us' }))
  expect(ways.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:/)
  expect(ways.getByRole('link', { name: /SMS/ }).getAttribute('href')).toMatch(/^sms:/)
})

test('an answer without a conversation is a failure, too', async () => {
  world.enter(await aUser(server))
  await world.open('/')
  world.answerOnce('POST /api/v1/waka/conversations', { data: {} })
  await hand.click(await support())
  await isSaid('Failed to start support chat. Please try again.')
  expect(location.pathname).toBe('/')
})

test('there is no support button among the messages', async () => {
  world.enter(await aUser(server))
  history.replaceState(null, '', '/profile/messages')
  history.pushState(null, '', '/blog')
  await world.reload()
  await support()
  act(() => history.back())
  await screen.findByRole('heading', { name: 'Messages' })
  expect(screen.queryByRole('button', { name: 'Premium support' })).toBeNull()
  act(() => history.forward())
  await support()
})
