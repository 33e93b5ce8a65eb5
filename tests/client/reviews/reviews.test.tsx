import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listBookings } from '#contract/bookings/endpoints'
import { listMyReviews, writeReview } from '#contract/reviews/endpoints'
import { sql } from '#server/db/sql'
import { aJpeg } from '#tests/support/files/jpegs'
import { anOperator } from '#tests/support/makers/trips'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world
const words = 'Left on the minute, and the driver was calm.'
let made = 0

const star = (name: RegExp) => screen.findByRole('radio', { name })
const body = () => screen.findByLabelText(/^What should others know/)
async function say(text: string) {
  await hand.click(await body())
  await hand.paste(text)
}

async function firm(name?: string): Promise<{ code: string; id: string }> {
  made += 1
  const code = `firm-${made}`
  return { code, id: await anOperator(db, { code, name: name ?? `Firm ${made} Motors` }) }
}

/** Logs somebody in on this phone. */
async function here(): Promise<MadeUser> {
  const owner = await aUser(server)
  world.enter(owner)
  return owner
}

const reviewsOf = async ({ as }: MadeUser) => (await server.call(listMyReviews, {}, { as })).data

test('an operator is found by its name and shows its stars and what was said', async () => {
  const { code, id } = await firm('Ọ̀ṣun Valley Line')
  const writer = await aUser(server, { full_name: 'Bisi Ade' })
  await moveTripToPast(server, await aBookingForPerson(server, writer, { operator_id: id }))
  const sent = { operator: code, rating: 4, body: words }
  await server.call(writeReview, sent, { as: writer.as })
  await world.open('/reviews')
  await hand.type(await screen.findByLabelText('Find an operator'), 'osun v')
  const operators = within(screen.getByRole('region', { name: 'Operators' }))
  await hand.click(await operators.findByRole('link', { name: /Ọ̀ṣun Valley Line/ }))
  expect(await screen.findByRole('heading', { name: 'Ọ̀ṣun Valley Line' })).toBeDefined()
  expect(location.search).toBe(`?operator=${code}`)
  const card = within(await screen.findByRole('listitem', { name: 'Bisi A. on Ọ̀ṣun Valley Line' }))
  expect(card.getByRole('img', { name: '4 of 5 stars' })).toBeDefined()
  expect(card.getByText(words)).toBeDefined()
  const score = within(await screen.findByRole('region', { name: 'All stars together' }))
  expect(score.getByText('4.0')).toBeDefined()
  expect(score.getByRole('progressbar', { name: '4 stars: 1' })).toBeDefined()
  expect(card.getByText('✓ Made the trip')).toBeDefined()
})

test('a review by somebody who has not travelled says that it does not count', async () => {
  const { code } = await firm()
  const { as } = await aUser(server, { full_name: 'Chidi Eze' })
  await server.call(writeReview, { operator: code, rating: 1, body: words }, { as })
  await world.open(`/reviews?operator=${code}`)
  const card = within(await screen.findByRole('listitem', { name: /^Chidi E\. on/ }))
  expect(card.getByText('Not verified: does not count towards the stars')).toBeDefined()
  expect(screen.getByText('1 review')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'All stars together' })).toBeNull()
})

test('the last trip’s operator stands there already; stars are chosen with the arrow keys', async () => {
  const owner = await here()
  const { code, id } = await firm()
  await moveTripToPast(server, await aBookingForPerson(server, owner, { operator_id: id }))
  await world.open('/write-a-review')
  const choice = await screen.findByLabelText<HTMLSelectElement>('Which operator?')
  await waitFor(() => expect(choice.value).toBe(code))
  await hand.click(await star(/^1 star: Bad/))
  await hand.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect((await star(/^4 stars: Good/)).matches(':checked')).toBe(true)
  await say(words)
  await press('Send the review')
  expect(await screen.findByText('Sent.')).toBeDefined()
  expect(await reviewsOf(owner)).toMatchObject([
    { about: { code }, rating: 4, body: words, is_verified: true },
  ])
})

test('a traveller keeps the operator of a begun review, though a later trip was with another', async () => {
  const owner = await here()
  const { code, id } = await firm()
  await moveTripToPast(server, await aBookingForPerson(server, owner, { operator_id: id }), 3)
  await world.open('/write-a-review')
  const choice = () => screen.findByLabelText<HTMLSelectElement>('Which operator?')
  await waitFor(async () => expect((await choice()).value).toBe(code))
  await say(words)
  const later = await firm()
  const next = await aBookingForPerson(server, owner, { operator_id: later.id })
  await moveTripToPast(server, next, 1)
  // The phone starts without its stored answers, so that it asks the server.
  const { openOwnerStore } = await import('#lib/device/owner-store')
  await openOwnerStore('answers').clear()
  await world.reload()
  await waitFor(async () => expect((await choice()).value).not.toBe(''))
  expect((await choice()).value).toBe(code)
  await waitFor(async () => expect((await body()).textContent).toBe(words))
})

test('a trip whose operator was reviewed since leads to that review, a later one asks for a new one', async () => {
  const owner = await here()
  const { id: operator_id } = await firm()
  const first = await aBookingForPerson(server, owner, { operator_id })
  await moveTripToPast(server, first, 3)
  await world.open('/profile/trip')
  await hand.click(await screen.findByLabelText('Past'))
  await hand.click(await screen.findByRole('link', { name: 'Write a review' }))
  expect(await screen.findByText(/^Your trip:/)).toHaveProperty(
    'textContent',
    expect.stringMatching(/Lagos → Ibadan, \d.*, Firm \d+ Motors$/),
  )
  await hand.click(await star(/^4 stars: Good/))
  await say(words)
  await press('Send the review')
  await screen.findByText('Sent.')
  history.go(-1)
  await hand.click(await screen.findByLabelText('Past'))
  await hand.click(await screen.findByRole('link', { name: 'Lagos → Ibadan' }))
  await hand.click(await screen.findByRole('link', { name: 'See my review' }))
  expect(await screen.findByText(/^You gave .* 4 of 5 stars\.$/)).toBeDefined()
  expect(screen.getByText(/^It is about:/).textContent).toContain('Lagos → Ibadan')
  expect(screen.queryByText(/^Your trip:/)).toBeNull()

  await sql`update review set written_at = written_at - interval '2 days' where person_id = ${owner.user.id}`.execute(
    db,
  )
  const later = await aBookingForPerson(server, owner, { operator_id })
  await moveTripToPast(server, later, 1)
  const { data } = await server.call(listBookings, { state: 'past' }, { as: owner.as })
  expect(data.map(({ reference, reviewed }) => [reference, reviewed])).toEqual([
    [later.reference, false],
    [first.reference, true],
  ])
})

test('what is missing is said at its field, and what was typed stays', async () => {
  await here()
  await world.open(`/write-a-review?operator=${(await firm()).code}`)
  await say('Bad')
  await press('Send the review')
  const stars = await screen.findByRole('radiogroup', { name: 'How was it?' })
  await waitFor(() => expect(stars).toBe(document.activeElement))
  expect(within(stars).getByText('Choose from one to five stars.')).toBeDefined()
  await world.hand.click(await star(/^4 stars/))
  expect(within(stars).queryByText('Choose from one to five stars.')).toBeNull()
  expect(screen.getByText('Use at least 10 characters.')).toBeDefined()
  await world.reload()
  await waitFor(async () => expect((await body()).textContent).toBe('Bad'))
})

test('without a network a review waits in its writer’s list, and can be changed or deleted', async () => {
  const owner = await here()
  const { code } = await firm()
  await world.open(`/write-a-review?operator=${code}`)
  await screen.findByRole('option', { name: `Firm ${made} Motors` })
  world.goOffline()
  await hand.click(await star(/^2 stars/))
  await say(words)
  await press('Send the review')
  expect(
    await screen.findByText('Saved on this phone. It is sent when the network is back.'),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'See what is waiting' }).getAttribute('href')).toBe(
    '/phone/outbox',
  )
  await hand.click(screen.getByRole('link', { name: 'See the reviews' }))
  const mine = () => screen.findByRole('list', { name: 'Your reviews that are not sent yet' })
  expect(await within(await mine()).findByText('Waiting to be sent')).toBeDefined()
  expect(await within(await mine()).findByText(words)).toBeDefined()
  await within(await mine()).findByRole('link', { name: 'Change' })
  await world.pressWaiting('link', 'Change', () => expect(location.search).toMatch(/waiting=/))
  await hand.click(await star(/^3 stars/))
  await press('Send the review')
  await hand.click(await screen.findByRole('link', { name: 'See the reviews' }))
  expect(await within(await mine()).findByRole('img', { name: '3 of 5 stars' })).toBeDefined()
  expect(within(await mine()).getAllByRole('listitem')).toHaveLength(1)
  await world.pressWaiting('button', 'Delete', () =>
    expect(screen.getByRole('button', { name: 'Keep' })).toBeDefined(),
  )
  await world.pressWaiting('button', 'Yes, delete it', () =>
    expect(screen.queryByRole('list', { name: /that are not sent yet/ })).toBeNull(),
  )
  world.goOnline()
  expect(await reviewsOf(owner)).toEqual([])
})

test('a review the server refuses opens again with its words at the field', async () => {
  const owner = await here()
  const { code } = await firm()
  const other = await aBookingForPerson(server, owner)
  await world.open(`/write-a-review?operator=${code}&booking=${other.reference}`)
  await hand.click(await star(/^5 stars/))
  await say(words)
  await press('Send the review')
  expect(await screen.findByText('It could not be sent as it is.')).toBeDefined()
  await hand.click(screen.getByRole('link', { name: 'See the reviews' }))
  expect(await screen.findByText(/^Not sent: This is not a trip you have made/)).toBeDefined()
  await hand.click(screen.getByRole('link', { name: 'Change' }))
  expect((await screen.findByRole('alert')).textContent).toContain('not a trip you have made')
  expect((await body()).textContent).toBe(words)
  await press('Send the review')
  expect(await screen.findByText('Sent.')).toBeDefined()
  expect(await reviewsOf(owner)).toMatchObject([{ about: { code }, rating: 5 }])
})

test('a guest’s review waits until they log in', async () => {
  const { code } = await firm()
  await world.open(`/write-a-review?operator=${code}`)
  expect(await screen.findByText(/^A review needs an account/)).toBeDefined()
  await hand.click(await star(/^5 stars/))
  await say(words)
  await press('Send the review')
  expect(await screen.findByText('Saved on this phone. Log in to send it.')).toBeDefined()
  await hand.click(screen.getByRole('link', { name: 'See the reviews' }))
  expect(await screen.findByText('Log in, then it is sent')).toBeDefined()
})

test('who has written before is told so, and can take it back', async () => {
  const owner = await here()
  const booking = await aBookingForPerson(server, owner, { stops: ['jos', 'bauchi'] })
  await moveTripToPast(server, booking)
  const park = booking.from_park.code
  await server.call(writeReview, { park, rating: 1, body: words }, { as: owner.as })
  await world.open(`/ride-board/motor-park/${park}/write-a-review`)
  expect(await screen.findByText('You gave Jos Park 1 of 5 stars.')).toBeDefined()
  expect(screen.getByText(/^Verified by your trip:/).textContent).toContain('Jos → Bauchi')
  await press('Delete my review')
  await press('Yes, delete it')
  await waitFor(() => expect(screen.queryByText(/^You gave/)).toBeNull())
  expect(await reviewsOf(owner)).toEqual([])
})

test('their own review is beside the list, with its trip and without a report, and once', async () => {
  const owner = await here()
  const { code, id: operator_id } = await firm()
  const { reference } = await aBookingForPerson(server, owner, { operator_id })
  await moveTripToPast(server, { reference })
  await server.call(writeReview, { operator: code, rating: 2, body: words }, { as: owner.as })
  const other = await aUser(server, { full_name: 'Chidi Eze' })
  const theirs = { operator: code, rating: 5, body: 'Good bus, good driver.' }
  await server.call(writeReview, theirs, { as: other.as })
  await world.open(`/reviews?operator=${code}`)
  const mine = within(await screen.findByRole('region', { name: 'Your review' }))
  expect(mine.getByRole('link', { name: 'Lagos → Ibadan' }).getAttribute('href')).toBe(
    `/profile/trip?booking=${reference}`,
  )
  expect(mine.queryByRole('button', { name: /^Report/ })).toBeNull()
  const all = within(await screen.findByRole('list', { name: 'Reviews' }))
  await waitFor(() => expect(all.getAllByRole('listitem', { name: / on Firm/ })).toHaveLength(1))
  expect(screen.getByText('1 other review')).toBeDefined()
  await hand.click(mine.getByRole('link', { name: 'Change or delete it' }))
  expect((await body()).textContent).toBe(words)
})

test('if the only review is their own, there is no empty list beside it', async () => {
  const owner = await here()
  const { code } = await firm()
  await server.call(writeReview, { operator: code, rating: 2, body: words }, { as: owner.as })
  await sql`update review set first_at = first_at - interval '31 days' where person_id = ${owner.user.id}`.execute(
    db,
  )
  await world.open(`/reviews?operator=${code}`)
  await screen.findByRole('region', { name: 'Your review' })
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Reviews' })).toBeNull())
  expect(screen.queryByText('1 review')).toBeNull()
  expect(screen.queryByLabelText('Order')).toBeNull()
  await hand.click(await screen.findByRole('link', { name: 'Delete it' }))
  expect(await screen.findByRole('button', { name: 'Delete my review' })).toBeDefined()
})

test('whose review waits for our staff is not asked to be the first', async () => {
  const owner = await here()
  const { code } = await firm()
  const sent = { operator: code, rating: 5, body: `${words} Call 0803 123 4567.` }
  await server.call(writeReview, sent, { as: owner.as })
  await world.open(`/reviews?operator=${code}`)
  const mine = within(await screen.findByRole('region', { name: 'Your review' }))
  expect(mine.getByText('Only you see it until our staff have checked it.')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('No reviews yet.')).toBeNull())
})

test('who has written before begins with that, and changes it without losing its photo', async () => {
  const owner = await here()
  const { code } = await firm()
  const photo = (await aJpeg(40, 30)).toString('base64')
  const sent = { operator: code, rating: 2, body: words, scores: { driving: 3 } }
  await server.call(writeReview, { ...sent, photos: [photo] }, { as: owner.as })
  await world.open(`/reviews?operator=${code}`)
  await hand.click(await screen.findByRole('link', { name: 'Change your review' }))
  expect(await screen.findByText(/^What you send now replaces it\. Its photos stay/)).toBeDefined()
  expect((await body()).textContent).toBe(words)
  const whole = within(screen.getByRole('radiogroup', { name: 'How was it?' }))
  expect(whole.getByRole('radio', { name: /^2 stars/ }).matches(':checked')).toBe(true)
  await say(' Again so.')
  await press('Send the review')
  expect(await screen.findByText('Sent.')).toBeDefined()
  const [mine, ...others] = await reviewsOf(owner)
  expect(others).toEqual([])
  expect(mine).toMatchObject({ rating: 2, scores: [{ what: 'driving', stars: 3 }] })
  expect(mine?.body).toBe(`${words} Again so.`)
  expect(mine?.photos).toHaveLength(1)
})

test('a motor park nobody knows says so', async () => {
  await world.open('/ride-board/motor-park/nowhere/write-a-review')
  expect(await screen.findByText('We could not find this motor park.')).toBeDefined()
})
