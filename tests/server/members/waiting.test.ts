import { afterAll, expect, test } from 'vitest'
import { countWaiting } from '#contract/members/endpoints'
import { claimParcel, listClaimsForStaff, recommendClaim } from '#contract/parcels/endpoints'
import { aShift, aWalkInParcel } from '#tests/support/makers/counter'
import { aMember, aSecondFactorMember, aStaffMember } from '#tests/support/makers/members'
import { aPaidParcel, aParcelTrip, makeDamageScans, sendScans } from '#tests/support/makers/parcels'
import { anOperator } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'
import type { Caller } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

const countsFor = async (as: Caller) => {
  const { data } = await call(countWaiting, {}, { as })
  return Object.fromEntries(data.map(({ subject, count }) => [subject, count]))
}

test('a desk counts what waits for its own members, by what each may do', async () => {
  const trip = await aParcelTrip(server)
  const { operator_id } = trip
  const owner = await aSecondFactorMember(server, { operator_id, role: 'owner' })
  expect(await countsFor(owner.as)).toEqual({})
  const shift = await aShift(server, owner.as)
  await aWalkInParcel(server, owner.as, shift.id, trip)
  const { parcel, as, operator } = await aPaidParcel(server, { trip })
  const { tracking_id } = parcel
  await sendScans(server, operator, makeDamageScans(tracking_id, 'lost'))
  const claim = { tracking_id, kind: 'lost', words: 'It never came.' } as const
  const { data } = await call(claimParcel, { ...claim, asked_kobo: 1_500_000 }, { as })
  // Nothing is left to do for the lost parcel. Its claim is large: the operator only recommends an answer, and our
  // staff give it.
  expect(await countsFor(owner.as)).toEqual({ parcels: 1, claims: 1 })
  const attendant = await aMember(server, { operator_id, role: 'attendant' })
  expect(await countsFor(attendant.as)).toEqual({})
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  expect(await countsFor(clerk.as)).toEqual({ parcels: 1 })
  const recommendation = { id: data.id, pay_kobo: 0, words: 'We found it.' }
  await call(recommendClaim, recommendation, { as: owner.as })
  expect(await countsFor(owner.as)).toEqual({ parcels: 1 })
  const admin = await aStaffMember(server, 'admin')
  expect(await countsFor(admin.as)).toEqual({ claims: 1 })
  const elsewhere = await aMember(server, { operator_id: await anOperator(db), role: 'owner' })
  expect(await countsFor(elsewhere.as)).toEqual({})
})

test('a small claim waits for our staff once its operator has passed it on, and for the operator no more', async () => {
  const trip = await aParcelTrip(server)
  const owner = await aSecondFactorMember(server, { operator_id: trip.operator_id, role: 'owner' })
  const admin = await aStaffMember(server, 'admin')
  const [before = 0, claims] = [(await countsFor(admin.as))['claims'], new Array<string>()]
  for (const words of ['It never came.', 'Mine neither.']) {
    const { parcel, as, operator } = await aPaidParcel(server, { trip })
    const { tracking_id } = parcel
    await sendScans(server, operator, makeDamageScans(tracking_id, 'lost'))
    const claim = { tracking_id, kind: 'lost', words, asked_kobo: 500_000 } as const
    claims.push((await call(claimParcel, claim, { as })).data.id)
  }
  expect(await countsFor(owner.as)).toMatchObject({ claims: 2 })
  const [older, id = ''] = claims
  await call(recommendClaim, { id, pay_kobo: 0, words: 'We found it.' }, { as: owner.as })
  expect(await countsFor(owner.as)).toMatchObject({ claims: 1 })
  expect(await countsFor(admin.as)).toMatchObject({ claims: before + 1 })
  const listed = (await call(listClaimsForStaff, {}, { as: admin.as })).data.map((one) => one.id)
  expect(listed.filter((one) => claims.includes(one))).toEqual([id, older])
})
