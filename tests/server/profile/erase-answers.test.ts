import { afterAll, expect, test } from 'vitest'
import { failCharter, setCharterDriver } from '#contract/charters/trips/endpoints'
import { decidePost, setCommunityName, joinGroup } from '#contract/communities/endpoints'
import { issueOperatorInvoice, issueStaffInvoice } from '#contract/invoices/endpoints'
import { inviteMember } from '#contract/members/endpoints'
import { eraseProfile } from '#contract/profile/endpoints'
import { answerReview, decideReview, writeReview } from '#contract/reviews/endpoints'
import { setWalletPin } from '#contract/wallet/endpoints'
import { writeBaseLists } from '#server/db/base/index'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aStaffKey, anOperatorKey } from '#tests/support/makers/boarding'
import { aCharter, aVehicle, payCharter, walletPin } from '#tests/support/makers/charters'
import { aNeighbour, aPost } from '#tests/support/makers/communities'
import { anInvoiceInput } from '#tests/support/makers/invoices'
import { aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { anOperator } from '#tests/support/makers/trips'
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

  const other = await aNeighbour(server)
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
