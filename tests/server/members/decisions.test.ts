import { demo } from '#demo/index'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askForListing,
  decideListing,
  listMyListings,
  listPendingListings,
} from '#contract/businesses/endpoints'
import * as desk from '#contract/members/endpoints'
import { type Role, roles } from '#contract/members/rules'
import { getOperator, recordLicence } from '#contract/operators/endpoints'
import * as claims from '#contract/parcels/endpoints'
import { openJobs } from '#server/jobs/all-jobs'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aMember, aSecondFactorMember, aStaffMember } from '#tests/support/makers/members'
import { aJpeg } from '#tests/support/files/jpegs'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { anOperator } from '#tests/support/makers/trips'
import { aListingInput } from '#tests/support/makers/businesses'
import {
  aPaidParcel,
  aParcelTrip,
  makeDamageScans,
  type ParcelOptions,
  sendScans,
} from '#tests/support/makers/parcels'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { fetchWalletBalance } from '#tests/support/makers/wallets'

/** Claims and listings, answered by members of a desk instead of by keys. */

const { db, url } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
let stop = async () => {}
beforeAll(async () => {
  const queue = await openJobs(url, undefined, demo)
  stop = () => queue.stop()
})
afterAll(() => stop())

const trip = await aParcelTrip(server)
const { operator_id } = trip
const isOurs = (role: Role) => role === 'support' || role === 'moderator' || role === 'admin'
const somebody = (role: Role) =>
  isOurs(role) ? aStaffMember(server, role) : aSecondFactorMember(server, { operator_id, role })
const at = Object.fromEntries(
  await Promise.all(roles.map(async (role) => [role, await somebody(role)])),
) as Record<Role, MadeUser>
const elsewhere = await aSecondFactorMember(server, {
  operator_id: await anOperator(db),
  role: 'owner',
})
const beforeProof = await aMember(server, { role: 'admin' })

const photo = (await aJpeg()).toString('base64')
const words = 'We looked for it in every park.'

/** Makes a claim for a lost parcel that the operator carries, with a photo. */
async function aClaim(asked_kobo: number, options: ParcelOptions = {}) {
  const made = await aPaidParcel(server, { trip, ...options })
  const { tracking_id, waybill } = made.parcel
  await sendScans(server, made.operator, makeDamageScans(tracking_id, 'lost'))
  const said = { tracking_id, kind: 'lost' as const, words: 'It never came to Abuja.', asked_kobo }
  const { data, text, status } = await call(
    claims.claimParcel,
    { ...said, photos: [photo] },
    { as: made.as },
  )
  if (status !== 200) throw new Error(text)
  return { id: data.id, waybill: waybill ?? '', sender: made.sender }
}

const lastEntry = async (who: MadeUser) =>
  (await call(desk.listAuditLog, {}, { as: who.as })).data.at(0)

const insured = { quote: { add_ons: ['full_cover'], declared_value_kobo: 5_000_000 } }

describe('a claim', () => {
  test('is read and answered by an owner of the operator that carries it, and the log says so', async () => {
    const { id, waybill, sender } = await aClaim(800_000)
    const as = at.owner.as
    const listed = await call(claims.listOperatorClaims, {}, { as })
    expect(listed.data.find((one) => one.id === id)).toMatchObject({
      waybill,
      from: 'Lagos',
      to: 'Abuja',
      contents: 'Two lace wrappers and a blouse',
      answers: 'operator',
    })
    const shown = await call(claims.getOperatorClaimPhoto, { id, number: '1' }, { as })
    expect(shown.status).toBe(200)
    const tooMuch = await call(claims.answerClaim, { id, pay_kobo: 800_001, words }, { as })
    expect(tooMuch.problem.fields).toEqual({ pay_kobo: 'The claim is for only ₦8,000.' })
    const { data } = await call(claims.answerClaim, { id, pay_kobo: 500_050, words }, { as })
    expect(data).toMatchObject({ state: 'accepted', paid_kobo: 500_050, answer: words })
    expect((await fetchWalletBalance(server, sender)).balance_kobo).toBe(500_050)
    expect(await lastEntry(at.owner)).toMatchObject({
      act: 'answerClaim',
      who: at.owner.user.full_name,
      subject: id,
      about: `${waybill}, ₦5,000.50`,
    })
    // The log is found by the waybill as people type it.
    const about = ` ${waybill.toLowerCase().replace(/^(.{4})/, '$1 ')}`
    const { data: found } = await call(desk.listAuditLog, { about }, { as })
    expect(found.map((entry) => entry.subject)).toContain(id)
    const again = await call(claims.answerClaim, { id, pay_kobo: 0, words }, { as })
    expect(again.problem.code).toBe('claim_answered')
  })

  test('that is ours is recommended on by the owner and answered by an administrator', async () => {
    const { id, waybill, sender } = await aClaim(2_000_000)
    const refused = await call(claims.answerClaim, { id, pay_kobo: 0, words }, { as: at.owner.as })
    expect(refused.problem.code).toBe('claim_for_staff')
    const what = { id, pay_kobo: 1_000_000, words: 'Half of it was ours.' }
    const recommended = await call(claims.recommendClaim, what, { as: at.owner.as })
    expect(recommended.data.recommended).toMatchObject({ pay_kobo: 1_000_000 })
    const settled = await call(
      claims.settleClaim,
      { id, pay_kobo: 1_000_000, words },
      { as: at.admin.as },
    )
    expect(settled.data).toMatchObject({ state: 'accepted', paid_kobo: 1_000_000 })
    expect((await fetchWalletBalance(server, sender)).balance_kobo).toBe(1_000_000)
    expect(await lastEntry(at.admin)).toMatchObject({
      act: 'settleClaim',
      about: `${waybill}, ₦10,000`,
    })
    expect(await findLedgerViolations(server.host)).toEqual([])
  })

  test('that is insured waits for the insurance, also when an administrator accepts it', async () => {
    const { id } = await aClaim(5_000_000, insured)
    const as = at.admin.as
    const { data } = await call(claims.settleClaim, { id, pay_kobo: 5_000_000, words }, { as })
    expect(data).toMatchObject({ state: 'to_be_paid', granted_kobo: 5_000_000, paid_kobo: 0 })
  })

  test('is nobody’s without the role, a proof, or a membership of that desk', async () => {
    const { id } = await aClaim(100_000)
    const said = { id, pay_kobo: 0, words }
    for (const role of ['agent', 'support', 'moderator', 'admin'] as const) {
      const { problem } = await call(claims.answerClaim, said, { as: at[role].as })
      expect(problem.code, role).toBe('not_allowed')
    }
    for (const role of ['agent', 'owner', 'support', 'moderator'] as const) {
      const { problem } = await call(claims.settleClaim, said, { as: at[role].as })
      expect(problem.code, role).toBe('not_allowed')
    }
    const { problem } = await call(claims.settleClaim, said, { as: beforeProof.as })
    expect(problem.code).toBe('second_factor_needed')
    const there = { as: elsewhere.as }
    expect((await call(claims.listOperatorClaims, {}, there)).data).toEqual([])
    expect((await call(claims.answerClaim, said, there)).problem.code).toBe('not_found')
    expect((await call(claims.getOperatorClaimPhoto, { id, number: '1' }, there)).status).toBe(404)
    const insurance = await call(claims.getInsurance, {}, { as: at.admin.as })
    expect(insurance.problem.code).toBe('not_allowed')
  })

  test('of somebody at the desk is answered by somebody else there', async () => {
    const mine = await aClaim(100_000, { sender: at.owner })
    const said = { id: mine.id, pay_kobo: 100_000, words }
    const { problem } = await call(claims.answerClaim, said, { as: at.owner.as })
    expect(problem).toMatchObject({
      status: 403,
      detail: expect.stringContaining('your own claim'),
    })
    const other = await aSecondFactorMember(server, { operator_id, role: 'owner' })
    expect((await call(claims.answerClaim, said, { as: other.as })).data.state).toBe('accepted')
    const ours = await aClaim(2_000_000, { sender: at.admin })
    const much = { id: ours.id, pay_kobo: 2_000_000, words }
    expect((await call(claims.settleClaim, much, { as: at.admin.as })).status).toBe(403)
  })

  test('bears one name of each side, by SQL too', async () => {
    const { id } = await aClaim(100_000)
    const answered = (columns: string) =>
      sql`update parcel_claim set state = 'refused', answer = 'No.', answered_by = 'staff', decided_at = now(),
        ${sql.ref(columns)} = (select id from member limit 1) where id = ${id}::uuid`.execute(db)
    await expect(answered('member_id')).rejects.toThrow('staff_answer_by_somebody')
    await answered('staff_member_id')
  })
})

describe('a business that waits', () => {
  const asked = async (name: string) => {
    const asker = await aUser(server)
    const { data } = await call(askForListing, aListingInput(name), { as: asker.as })
    return { id: data.id, asker }
  }

  test('is listed or refused by an administrator, and the log says which', async () => {
    const as = at.admin.as
    const [good, bad] = [await asked('Baobab Rooms'), await asked('No Such House')]
    const waiting = (await call(listPendingListings, {}, { as })).data.map(({ id }) => id)
    expect(waiting).toEqual(expect.arrayContaining([good.id, bad.id]))
    await call(decideListing, { id: good.id, decision: 'list' }, { as })
    expect(await lastEntry(at.admin)).toMatchObject({
      act: 'decideListing',
      about: 'Baobab Rooms, listed',
      reason: null,
    })
    const why = 'Nobody there knows of it.'
    const silent = await call(decideListing, { id: bad.id, decision: 'refuse' }, { as })
    expect(silent.problem.fields).toEqual({ words: 'Enter a reason.' })
    await call(decideListing, { id: bad.id, decision: 'refuse', words: why }, { as })
    expect(await lastEntry(at.admin)).toMatchObject({
      about: 'No Such House, not listed',
      reason: why,
    })
    const mine = await call(listMyListings, {}, { as: bad.asker.as })
    expect(mine.data).toMatchObject([{ state: 'refused', words: why }])
  })

  test('is nothing to anybody else at a desk', async () => {
    const { id } = await asked('Another House')
    for (const role of ['owner', 'agent', 'support', 'moderator'] as const) {
      const as = at[role].as
      expect((await call(listPendingListings, {}, { as })).problem.code).toBe('not_allowed')
      const decided = await call(decideListing, { id, decision: 'list' }, { as })
      expect(decided.problem.code, role).toBe('not_allowed')
    }
    const early = await call(decideListing, { id, decision: 'list' }, { as: beforeProof.as })
    expect(early.problem.code).toBe('second_factor_needed')
  })
})

test('a licence is recorded by an administrator, and the log says whose', async () => {
  const { rows } = await sql<{
    code: string
  }>`select code from operator where id = ${operator_id}`.execute(db)
  const code = rows[0]?.code ?? ''
  const seen = { code, number: 'NURTW 4411', valid_until: '2099-12-31' }
  for (const role of ['owner', 'moderator', 'support'] as const)
    expect((await call(recordLicence, seen, { as: at[role].as })).problem.code).toBe('not_allowed')
  expect((await call(recordLicence, seen, { as: at.admin.as })).status).toBe(200)
  expect((await call(getOperator, { code })).data.licence?.number).toBe('NURTW 4411')
  expect(await lastEntry(at.admin)).toMatchObject({ act: 'recordLicence', about: code })
})
