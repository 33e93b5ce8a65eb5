import { afterAll, expect, test } from 'vitest'
import { failCharter, setCharterDriver } from '#contract/charters/trips/endpoints'
import { decidePost, setCommunityName, joinGroup } from '#contract/communities/endpoints'
import { issueOperatorInvoice, issueStaffInvoice } from '#contract/invoices/endpoints'
import { inviteMember } from '#contract/members/endpoints'
import { eraseProfile } from '#contract/profile/endpoints'
import { answerReview, decideReview, writeReview } from '#contract/reviews/endpoints'
import { setWalletPin } from '#contract/wallet/endpoints'
import { writeBaseLists } from '#server/db/base/index'
import { inTransaction } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aStaffKey, anOperatorKey } from '#tests/support/makers/boarding'
import { aCharter, aVehicle, payCharter, walletPin } from '#tests/support/makers/charters'
import { aCommunityMember, aPost } from '#tests/support/makers/communities'
import { anInvoiceInput } from '#tests/support/makers/invoices'
import { aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { anOperator } from '#tests/support/makers/trips'
import { waitUntilBlocked } from '#tests/support/makers/waitlist'
import { fillWallet } from '#tests/support/makers/wallets'
import { eraseDueAccounts } from '#tests/support/server/jobs'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
await writeBaseLists(db)
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** Returns the endpoints whose stored answers contain one of these words. */
async function routesNaming(words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ route: string }>`
    select distinct route from idempotency
    where response ilike any (${words.map((word) => `%${word}%`)}::text[]) order by route`.execute(
    db,
  )
  return rows.map(({ route }) => route)
}

test('no stored answer to an operator or to our staff names who was erased, and others keep theirs', async () => {
  const full_name = 'Zubaidatu Quxley'
  const [phone, email] = ['+2348039990001', 'zubaidatu@quxley.example']
  const ada = await aUser(server, { full_name, phone, email })
  const { as, password, user } = ada
  const code = 'answering'
  const operator_id = await anOperator(db, { code, name: 'Answering Lines' })
  const operator = await anOperatorKey(server, operator_id)
  const staff = await aStaffKey(server, ['invoices', 'reviews', 'moderation'])
  const admin = await aStaffMember(server)

  const body = 'Zubaidatu Quxley says that the driver kept to the speed limit.'
  const review = await call(writeReview, { operator: code, rating: 4, body }, { as })
  const answer = 'We thank you, Zubaidatu Quxley.'
  await call(answerReview, { id: review.data.id, answer }, { as: operator })
  const reason = 'Zubaidatu Quxley made this trip.'
  await call(decideReview, { id: review.data.id, became: 'shown', reason }, { as: staff })

  await call(setCommunityName, { name: 'Quxley' }, { as })
  await call(joinGroup, { group: 'city-lagos' }, { as })
  const post = await aPost(server, ada, 'Which park has the bus to Ibadan?')
  await call(decidePost, { id: post.id, decision: 'shown', reason }, { as: staff })

  const customer = { ...anInvoiceInput().customer, name: full_name, email }
  await call(issueOperatorInvoice, anInvoiceInput({ customer }), { as: operator })
  await call(issueStaffInvoice, anInvoiceInput({ customer: { name: full_name, phone } }), {
    as: staff,
  })
  await call(inviteMember, { email, role: 'admin' }, { as: admin.as })

  await fillWallet(db, user.id, 1_000_000_000)
  await call(setWalletPin, { pin: walletPin, password }, { as })
  const vehicle = await aVehicle(db, { operator_id })
  const hired = await aCharter(server, vehicle, { by: ada, contact: { full_name, phone } })
  await payCharter(server, hired)
  const { reference } = hired.charter
  const driver = { reference, name: 'Musa Bello', phone: '+2348031110001', plate: 'LSR-482XB' }
  await call(setCharterDriver, driver, { as: operator, key: crypto.randomUUID() })
  await call(failCharter, { reference, reason: 'The vehicle broke down.' }, { as: operator })

  const other = await aCommunityMember(server)
  await aPost(server, other, 'Somebody else wrote this.')

  const words = ['quxley', 'zubaidatu', phone.slice(1)]
  expect(await routesNaming(words)).toEqual(
    expect.arrayContaining([
      'answerReview',
      'decidePost',
      'decideReview',
      'inviteMember',
      'issueOperatorInvoice',
      'issueStaffInvoice',
      'setCharterDriver',
    ]),
  )
  const asked = await call(eraseProfile, { password, give_up: true }, { as })
  expect(asked.status).toBe(200)
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${user.id}`.execute(
    db,
  )
  const { config, log } = server.host
  await eraseDueAccounts({ db, config, log })

  expect(await routesNaming(words)).toEqual([])
  expect(await routesNaming(['Somebody else wrote this'])).toEqual(['writePost'])
})

/** Stores an answer to somebody of our staff, some days ago. */
const storeAnswer = (response: string, days = 0) =>
  sql`insert into idempotency (principal, key, route, body_sha256, status, response, created_at)
    values ('staff', ${makeId()}, 'aLongAnswer', '', 200, ${response}, now() - ${days} * interval '1 day')`.execute(
    db,
  )

/** Makes the erasure of a new user due. Returns their id and the text by which answers name them. */
async function aDueUser(phone: string) {
  const { as, password, user } = await aUser(server, { phone })
  await call(eraseProfile, { password, give_up: true }, { as })
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${user.id}`.execute(
    db,
  )
  return { id: user.id, phone }
}

const eraseDue = () => {
  const { config, log } = server.host
  return eraseDueAccounts({ db, config, log })
}

test('who is named in a sentence, a path or a line of its own is found, and a longer number or address is not', async () => {
  const { id, phone } = await aDueUser('+2348039990002')
  const email = 'a@quxley.example'
  await sql`update person set email = ${email} where id = ${id}`.execute(db)
  const others = [
    '{"phone":"+12348039990002"}',
    '{"phone":"+23480399900021"}',
    '{"email":"bella@quxley.example"}',
    '{"email":"bell-a@quxley.example"}',
    '{"email":"a@quxley.example.ng"}',
  ].toSorted()
  for (const text of [
    `{"detail":"We have written to ${phone}."}`,
    `{"url":"/v1/waka/people/${phone}/photo.jpg"}`,
    `{"url":"/go?to=%2Fpeople%2F${phone}"}`,
    JSON.stringify({ body: `Call me:\n${phone}\nat once` }),
    `{"url":"/go?mail=a%40quxley.example&id=7"}`,
    `{"detail":"We have written to A@quxley.example."}`,
    `{"url":"/go?to=%2Fa%40quxley.example"}`,
    JSON.stringify({ body: `Write to:\n${email}` }),
    ...others,
  ])
    await storeAnswer(text, 3)
  await eraseDue()
  const { rows } = await sql<{ response: string }>`
    select response from idempotency where route = 'aLongAnswer' order by response collate "C"`.execute(
    db,
  )
  expect(rows.map(({ response }) => response)).toEqual(others)
  await sql`delete from idempotency where route = 'aLongAnswer'`.execute(db)
})

test('all answers are read before anybody is locked; what is stored meanwhile is deleted too', async () => {
  const [ada, bola] = [await aDueUser('+2348039990003'), await aDueUser('+2348039990004')]
  await storeAnswer(`{"phone":"${ada.phone}"}`, 3)
  let erasing: Promise<void> | undefined
  await inTransaction(db, async (tx) => {
    await sql`select from idempotency where response like ${`%${ada.phone}%`} for update`.execute(
      tx,
    )
    erasing = eraseDue()
    await waitUntilBlocked(db, 'idempotency')
    await sql`select from person where id = any (${[ada.id, bola.id]}::uuid[]) for update nowait`.execute(
      db,
    )
    await storeAnswer(`{"phone":"${ada.phone}","n":2}`)
    await sql`update person set erase_at = null where id = ${bola.id}`.execute(db)
  })
  await erasing
  expect(await routesNaming([ada.phone])).toEqual([])
  const { rows } = await sql<{ id: string }>`
    select id from person where id = any (${[ada.id, bola.id]}::uuid[]) and erased_at is not null`.execute(
    db,
  )
  expect(rows).toEqual([{ id: ada.id }])
})
