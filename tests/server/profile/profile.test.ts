import { afterAll, expect, test } from 'vitest'
import {
  fetchProfile,
  updateProfile,
  addTraveller,
  listTravellers,
  removeTraveller,
  updateTraveller,
} from '#contract/profile/endpoints'
import { maxSavedTravellers } from '#contract/profile/rules'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aCountry } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'
import { waitForLockWaiter } from '#tests/support/database/lock-waiters'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server
await aCountry(db)

/** Emails and SMS queued for an email address or phone number. */
async function listEmailsTo(address: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'text' as text from pgboss.job where data ->> 'to' = ${address}`.execute(db)
  return rows.map(({ text }) => text)
}

test('somebody with a login sees who they are, everybody else is asked to log in', async () => {
  const ada = await aUser(server, { full_name: 'Ada Obi' })
  const { data } = await call(fetchProfile, {}, { as: ada.as })
  expect(data).toEqual(ada.user)
  expect((await call(fetchProfile, {})).status).toBe(401)
  expect((await call(fetchProfile, {}, { as: { token: 'nonsense' } })).status).toBe(401)
  expect((await call(updateProfile, { full_name: 'X Y' })).status).toBe(401)
})

test('who has the old password changes no address while its owner sets a new one', async () => {
  const ada = await aUser(server)
  const change = { email: 'thief@people.example', password: ada.password }
  const { answer } = await inTransaction(db, async (tx) => {
    await sql`update person set password_hash = 'set by code' where id = ${ada.user.id}`.execute(tx)
    await sql`update login set revoked_at = now() where person_id = ${ada.user.id}`.execute(tx)
    const changing = call(updateProfile, change, { as: ada.as })
    await waitForLockWaiter(db)
    return { answer: changing }
  })
  expect((await answer).problem.code).toBe('not_signed_in')
  const { rows } = await sql`select email from person where id = ${ada.user.id}`.execute(db)
  expect(rows).toEqual([{ email: ada.user.email }])
})

test('a person changes what they want, the rest stays', async () => {
  const ada = await aUser(server)
  const default_kin = { full_name: 'Chidi Obi', phone: '+2348039876543', relationship: 'sibling' }
  const notifications = {
    trip_news_sms: false,
    trip_news_email: true,
    trip_news_push: false,
    offers_email: true,
  }
  const changes = { full_name: 'Adaeze Obi', data_saver: true, notifications }
  const changed = await call(
    updateProfile,
    { ...changes, default_kin: { ...default_kin, relationship: 'sibling' } },
    { as: ada.as },
  )
  expect(changed.data).toEqual({ ...ada.user, ...changes, default_kin })
  const cleared = await call(updateProfile, { default_kin: null }, { as: ada.as })
  expect(cleared.data).toEqual({ ...ada.user, ...changes })
  const { trip_news_push: _, ...older } = notifications
  await call(updateProfile, { notifications: older }, { as: ada.as })
  expect((await call(updateProfile, {}, { as: ada.as })).data).toEqual(cleared.data)
  expect((await call(fetchProfile, {}, { as: ada.as })).data).toEqual(cleared.data)
})

test('another email or phone needs the password and is unproved; the old one is told', async () => {
  const ada = await aUser(server)
  const email = 'Ada.New@People.example'
  for (const password of [undefined, 'not the one']) {
    const { problem } = await call(
      updateProfile,
      { email, ...(password !== undefined && { password }) },
      { as: ada.as },
    )
    expect(problem.code).toBe('wrong_password')
  }
  const { data } = await call(updateProfile, { email, password: ada.password }, { as: ada.as })
  expect(data).toEqual({ ...ada.user, email: 'ada.new@people.example', email_verified: false })
  expect(await listEmailsTo(ada.user.email ?? '')).toEqual([
    expect.stringContaining('was removed from your'),
  ])
  expect(await listEmailsTo(ada.user.phone ?? '')).toEqual([])
  const moved = await call(
    updateProfile,
    { phone: '+2348030001111', password: ada.password },
    { as: ada.as },
  )
  expect(moved.data).toMatchObject({ phone: '+2348030001111', phone_verified: false })
  expect(await listEmailsTo(ada.user.phone ?? '')).toHaveLength(1)
})

test('the address somebody has already stays proved, whatever its case, and needs no password', async () => {
  const ada = await aUser(server)
  const { data } = await call(
    updateProfile,
    { email: ada.user.email?.toUpperCase() ?? '', phone: ada.user.phone, full_name: 'Ada B' },
    { as: ada.as },
  )
  expect(data).toEqual({ ...ada.user, full_name: 'Ada B' })
})

test('somebody else’s address may be written, but it stays theirs', async () => {
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const { data } = await call(
    updateProfile,
    { email: bola.user.email, phone: bola.user.phone, password: ada.password },
    { as: ada.as },
  )
  expect(data).toMatchObject({ email_verified: false, phone_verified: false })
  expect((await call(fetchProfile, {}, { as: bola.as })).data).toEqual(bola.user)
  const theft = sql`update person set email_verified_at = now() where id = ${ada.user.id}`
  await expect(theft.execute(db)).rejects.toThrow('person_email_proved')
})

test('one address is always left', async () => {
  const ada = await aUser(server)
  const { password } = ada
  const both = await call(updateProfile, { email: null, phone: null, password }, { as: ada.as })
  expect(both.problem).toMatchObject({
    code: 'invalid_input',
    fields: { email: /Keep an email/, phone: /Keep an email/ },
  })
  const one = await call(updateProfile, { email: null, password }, { as: ada.as })
  expect(one.data).toMatchObject({ email: null, email_verified: false, phone_verified: true })
  const last = await call(updateProfile, { phone: null, password }, { as: ada.as })
  expect(last.problem.code).toBe('invalid_input')
})

const sister = {
  full_name: 'Ngozi Obi',
  gender: 'female',
  passenger_type: 'child',
  address: '3 Ogui Road, Enugu',
} as const

test('travellers are saved, written anew and forgotten', async () => {
  const { as } = await aUser(server)
  const phone = '+2348031112222'
  const { data: ngozi } = await call(addTraveller, { ...sister, phone }, { as })
  expect(ngozi).toEqual({ id: expect.any(String), ...sister, phone })
  const { data: chidi } = await call(
    addTraveller,
    { ...sister, full_name: 'Chidi Obi', gender: 'male' },
    { as },
  )
  expect((await call(listTravellers, {}, { as })).data).toEqual([chidi, ngozi])

  const grown = { ...sister, passenger_type: 'adult' }
  const { data: written } = await call(updateTraveller, { id: ngozi.id, ...grown }, { as })
  expect(written).toEqual({ id: ngozi.id, ...grown, phone: null })
  expect((await call(removeTraveller, { id: chidi.id }, { as })).data).toEqual({ removed: true })
  expect((await call(listTravellers, {}, { as })).data).toEqual([written])
  expect((await call(removeTraveller, { id: chidi.id }, { as })).status).toBe(404)
})

test('nobody sees or touches the travellers of somebody else', async () => {
  const [ada, stranger] = [await aUser(server), await aUser(server)]
  const { data: ngozi } = await call(addTraveller, sister, { as: ada.as })
  const { as } = stranger
  expect((await call(listTravellers, {}, { as })).data).toEqual([])
  expect((await call(updateTraveller, { id: ngozi.id, ...sister }, { as })).status).toBe(404)
  expect((await call(removeTraveller, { id: ngozi.id }, { as })).status).toBe(404)
  expect((await call(listTravellers, {}, { as: ada.as })).data).toEqual([ngozi])
  expect((await call(listTravellers, {})).status).toBe(401)
})

test('a type of passenger that does not exist is named', async () => {
  const { as } = await aUser(server)
  const { problem } = await call(addTraveller, { ...sister, passenger_type: 'king' }, { as })
  expect(problem).toMatchObject({
    code: 'invalid_input',
    fields: { passenger_type: 'Choose one of the types.' },
  })
})

test('twenty travellers can be saved, also when the last ones come at once', async () => {
  const { as } = await aUser(server)
  const add = () => call(addTraveller, sister, { as })
  for (let n = 0; n < maxSavedTravellers - 2; n += 1) await add()
  const answers = await Promise.all(Array.from({ length: 5 }, add))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(new Set(answers.map(({ problem }) => problem.code))).toEqual(
    new Set([undefined, 'traveller_limit']),
  )
  expect((await call(listTravellers, {}, { as })).data).toHaveLength(maxSavedTravellers)
})
