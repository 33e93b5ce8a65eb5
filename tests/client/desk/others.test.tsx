import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { askForListing, decideListing, listPendingListings } from '#contract/businesses/endpoints'
import { type ErrorCode, errorTable } from '#contract/errors'
import { listMembers, removeMember } from '#contract/members/endpoints'
import { claimParcel, listClaimsForStaff, settleClaim } from '#contract/parcels/endpoints'
import { product } from '#contract/product'
import { answerReview, writeReview } from '#contract/reviews/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { aListingInput } from '#tests/support/makers/businesses'
import { aMember, aSecondFactorMember, aStaffMember } from '#tests/support/makers/members'
import { aPaidParcel, makeDamageScans, sendScans } from '#tests/support/makers/parcels'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { aCountry, anOperator } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

/** Finds the refusal above the list that the card has left. */
async function seesRefusal(code?: ErrorCode) {
  const line = await screen.findByText(/^Not done: /)
  if (code !== undefined) expect(line.textContent).toContain(errorTable[code][1])
}

test('a business on which another member has decided leaves the list, and the refusal stays', async () => {
  await aCountry(server.db)
  const { as } = await aUser(server)
  await server.call(askForListing, aListingInput('Baobab Rooms'), { as })
  const [admin, other] = [await aStaffMember(server), await aStaffMember(server)]
  await openDesk(world, admin, '/businesses')
  await screen.findByRole('listitem', { name: 'Baobab Rooms' })
  const { data } = await server.call(listPendingListings, {}, { as: other.as })
  for (const { id } of data)
    await server.call(decideListing, { id, decision: 'list' }, { as: other.as })
  await press('List it')
  await screen.findByText('No businesses are waiting.')
  await seesRefusal('listing_decided')
})

/** Makes a claim for a lost parcel, and an owner of the operator that must answer it. */
async function aLostClaim() {
  const { parcel, as, operator, trip } = await aPaidParcel(server)
  await sendScans(server, operator, makeDamageScans(parcel.tracking_id, 'lost'))
  const words = 'It never came to Abuja.'
  const lost = { tracking_id: parcel.tracking_id, kind: 'lost' as const, words, photos: [] }
  const { data } = await server.call(claimParcel, { ...lost, asked_kobo: 100_000 }, { as })
  const { operator_id } = trip
  const owner = await aSecondFactorMember(server, { operator_id, role: 'owner' })
  return { owner, claim_id: data.id }
}

/** Fills in the form that refuses the claim, up to its question. */
async function refuseClaim() {
  await press('Answer')
  await hand.click(await screen.findByRole('radio', { name: 'Refuse' }))
  await hand.type(screen.getByLabelText(/Why/), 'It was handed out.')
  await press('Continue')
}

test('a claim that another member has answered leaves those who wait, and the refusal stays', async () => {
  const { owner } = await aLostClaim()
  await openDesk(world, owner, '/claims')
  await refuseClaim()
  const staff = await aStaffMember(server)
  const { data } = await server.call(listClaimsForStaff, {}, { as: staff.as })
  for (const { id } of data)
    await server.call(settleClaim, { id, pay_kobo: 0, words: 'No.' }, { as: staff.as })
  await press('Yes, refuse it')
  await screen.findByText('No claims are waiting.')
  await seesRefusal('claim_answered')
  await hand.selectOptions(screen.getByLabelText('Show'), 'Answered')
  expect(screen.queryByText(/^Not done: /)).toBeNull()
})

test('who recommends an answer after a refused one goes on in the form for it', async () => {
  const { owner, claim_id } = await aLostClaim()
  world.breakAt(`POST /api/v1/waka/operator/claims/${claim_id}/answer`, 'claim_for_staff')
  await openDesk(world, owner, '/claims')
  await refuseClaim()
  await press('Yes, refuse it')
  await screen.findByText(errorTable['claim_for_staff'][1])
  await press(`Recommend to ${product.name}`)
  await screen.findByRole('group', { name: 'What you recommend' })
  expect(screen.queryByText(/^Not done: /)).toBeNull()
  expect(document.activeElement?.textContent).toBe(`Recommend to ${product.name}`)
})

test('a refund on which another member has acted leaves the list, and the refusal stays', async () => {
  const refund = {
    id: makeId(),
    who: 'Musa Bello',
    kind: 'wallet',
    reference: 'TOPUP1',
    about: null,
    amount_kobo: 500_000,
    reason: 'paid_twice',
    state: 'needs_person',
    provider: 'paystack',
    payment: 'P1',
    said: null,
    tries: 1,
    has_account: true,
    requested_at: new Date().toISOString(),
    since: null,
  }
  const meta = { page: 1, per_page: 50, total: 1 }
  world.answerOnce('GET /api/v1/waka/staff/refunds?page=1', { data: [refund], meta })
  await openDesk(world, await aStaffMember(server), '/refunds')
  const card = await screen.findByRole('listitem', { name: 'Refund TOPUP1' })
  await hand.click(within(card).getByRole('button', { name: 'Try again' }))
  await screen.findByText('No refund needs anybody.')
  await seesRefusal()
})

test('an answer to a review that a colleague has answered is refused in words', async () => {
  const operator_id = await anOperator(server.db, { code: 'answered-line' })
  const writer = await aUser(server)
  await moveTripToPast(server, await aBookingForPerson(server, writer, { operator_id }))
  const body = 'Left on the minute, and the driver was calm.'
  const review = { operator: 'answered-line', rating: 4, body }
  const { data } = await server.call(writeReview, review, { as: writer.as })
  const [mine, other] = [
    await aMember(server, { operator_id, role: 'manager' }),
    await aMember(server, { operator_id, role: 'manager' }),
  ]
  await openDesk(world, mine, '/reviews')
  await press(/^Answer /)
  await hand.type(await screen.findByLabelText(/^Your answer to/), 'Thank you.')
  await server.call(answerReview, { id: data.id, answer: 'We thank you.' }, { as: other.as })
  await press('Send answer')
  await seesRefusal('review_answered')
  expect(screen.queryByLabelText(/^Your answer to/)).toBeNull()
})

test('a member whom another has removed leaves the list, and the refusal stays', async () => {
  const operator_id = await anOperator(server.db)
  const [owner, other] = [
    await aSecondFactorMember(server, { operator_id, role: 'owner' }),
    await aSecondFactorMember(server, { operator_id, role: 'owner' }),
  ]
  await aMember(server, { operator_id, role: 'counter', full_name: 'Bola Ade' })
  await openDesk(world, owner, '/members')
  const card = await screen.findByText('Bola Ade')
  const shown = within(card.closest('li') as HTMLElement)
  await hand.click(shown.getByRole('button', { name: 'Remove' }))
  const { data } = await server.call(listMembers, {}, { as: other.as })
  const { id = '' } = data.find(({ name }) => name === 'Bola Ade') ?? {}
  await server.call(removeMember, { id }, { as: other.as })
  await press('Yes, remove Bola Ade')
  await expect.poll(() => screen.queryByText('Bola Ade')).toBeNull()
  await seesRefusal()
})

test('the log can be filtered by a member who has left', async () => {
  const operator_id = await anOperator(server.db)
  const owner = await aSecondFactorMember(server, { operator_id, role: 'owner' })
  const gone = await aSecondFactorMember(server, { operator_id, role: 'manager' })
  await sql`update member set ended_at = now(), ended_as = 'removed'
    where person_id = ${gone.user.id}`.execute(server.db)
  await openDesk(world, owner, '/log')
  const left = await screen.findByRole('option', { name: `${gone.user.full_name} (left)` })
  await hand.selectOptions(screen.getByLabelText('Who'), left)
  await expect.poll(() => world.sent.some((asked) => /audit\?.*member=/.test(asked))).toBe(true)
})
