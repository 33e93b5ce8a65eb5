import { expect, test } from 'vitest'
import {
  forgotPassword,
  logIn,
  resetPassword,
  sendContactCode,
  signUp,
  verifyContact,
} from '#contract/accounts/endpoints'
import { listBookings } from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { anAccountWorld, makeDifferentCode } from '#tests/support/worlds/accounts'
import { aUser } from '#tests/support/makers/people'

const { db, server, lettersTo, codeSentTo } = await anAccountWorld()
const next = 'a bridge over the Niger'
const full_name = 'Ngozi Bello'

const onePhone = { as: { device_id: crypto.randomUUID() } }
const forgot = (login: string) => server.call(forgotPassword, { login }, onePhone)
const reset = (login: string, code: string, password = next) =>
  server.call(resetPassword, { login, code, password }, onePhone)
const logsIn = async (login: string, password: string) =>
  (await server.call(logIn, { login, password })).status === 200

test('ASVS 6.3.8: asking for a new password answers the same for everybody', async () => {
  const { user } = await aUser(server)
  const known = await forgot(user.email ?? '')
  const unknown = await forgot('nobody@people.example')
  expect(unknown.text).toBe(known.text)
  expect(known.data).toEqual({ minutes: 10 })
  expect(await lettersTo('nobody@people.example')).toEqual([])
  expect(await codeSentTo(user.email ?? '')).toMatch(/^\d{6}$/)
  const wrong = await reset('nobody@people.example', '123456')
  const other = await reset(user.email ?? '', makeDifferentCode(await codeSentTo(user.email ?? '')))
  expect([wrong.problem.code, wrong.problem.detail]).toEqual([
    other.problem.code,
    other.problem.detail,
  ])
  expect(wrong.problem.code).toBe('wrong_code')
})

test('a new password by SMS ends every login, logs in and proves the phone', async () => {
  const ada = await aUser(server, { proved: false })
  const phone = ada.user.phone ?? ''
  await forgot(phone)
  const answer = await reset(phone, await codeSentTo(phone))
  expect(answer.data.user).toMatchObject({
    id: ada.user.id,
    phone_verified: true,
    email_verified: false,
  })
  expect((await server.call(listBookings, {}, { as: ada.as })).status).toBe(401)
  const as = { token: answer.data.token }
  expect((await server.call(listBookings, {}, { as })).status).toBe(200)
  expect([await logsIn(phone, next), await logsIn(phone, ada.password)]).toEqual([true, false])
})

test('ASVS 6.4.x, 6.5.1: a code works once, for ten minutes, and only the newest', async () => {
  const { user } = await aUser(server)
  const email = user.email ?? ''
  await forgot(email)
  const first = await codeSentTo(email)
  await forgot(email)
  const second = await codeSentTo(email)
  if (first !== second) expect((await reset(email, first)).problem.code).toBe('wrong_code')
  expect((await reset(email, second)).status).toBe(200)
  expect((await reset(email, second)).problem.code).toBe('wrong_code')
  await forgot(email)
  const third = await codeSentTo(email)
  await sql`update contact_code set expires_at = now() - interval '1 second' where used_at is null`.execute(
    db,
  )
  expect((await reset(email, third)).problem.code).toBe('wrong_code')
})

test('ASVS 6.6.3: a code can be guessed five times, then it is closed, even at once', async () => {
  const { user } = await aUser(server)
  const email = user.email ?? ''
  await forgot(email)
  const code = await codeSentTo(email)
  const guesses = await Promise.all(
    Array.from({ length: 8 }, () => reset(email, makeDifferentCode(code))),
  )
  expect(guesses.map(({ problem }) => problem.code)).toEqual(guesses.map(() => 'wrong_code'))
  expect((await reset(email, code)).problem.code).toBe('wrong_code')
  const { rows } = await sql`select tries_left from contact_code where person_id = ${user.id}
    and purpose = 'reset'`.execute(db)
  expect(rows).toEqual([{ tries_left: 0 }])
})

test('the table of codes holds neither codes nor addresses', async () => {
  const { user } = await aUser(server, { proved: false })
  const code = await codeSentTo(user.email ?? '')
  const { rows } =
    await sql`select row_to_json(contact_code)::text as row from contact_code`.execute(db)
  const all = JSON.stringify(rows)
  for (const secret of [user.email ?? '', (user.phone ?? '').slice(1)])
    expect(all).not.toContain(secret)
  const { rows: letters } =
    await sql`select 1 from contact_code where code_hash = ${code}::bytea`.execute(db)
  expect(letters).toEqual([])
})

test('an account that somebody else owns by another address is not reset by one it only claims', async () => {
  const mallory = await aUser(server, { email: 'mallory@people.example', phone: '+2348034440001' })
  await sql`update person set phone_verified_at = null where id = ${mallory.user.id}`.execute(db)
  await forgot('+2348034440001')
  expect(await lettersTo('+2348034440001')).toEqual([expect.stringContaining('show that')])
})

test('a person proves their address with the code of their sign-up, or with a new one', async () => {
  const { user, as } = await aUser(server, { proved: false })
  const email = user.email ?? ''
  const verify = (kind: 'email' | 'phone', code: string) =>
    server.call(verifyContact, { kind, code }, { as })
  const first = await codeSentTo(email)
  expect((await verify('email', makeDifferentCode(first))).problem.code).toBe('wrong_code')
  expect((await verify('phone', first)).problem.code).toBe('wrong_code')
  expect((await verify('email', first)).data).toMatchObject({
    email_verified: true,
    phone_verified: false,
  })
  await codeSentTo(user.phone ?? '')
  expect((await server.call(sendContactCode, { kind: 'phone' }, { as })).data).toEqual({
    minutes: 10,
  })
  const letters = await lettersTo(user.phone ?? '')
  expect(letters).toHaveLength(2)
  expect(letters[0]).toContain('to show that this number is yours')
  expect(letters[0]).toMatch(/\n@127\.0\.0\.1 #\d{6}$/)
  expect((await verify('phone', await codeSentTo(user.phone ?? ''))).data.phone_verified).toBe(true)
  const bare = await aUser(server, { phone: null })
  const none = await server.call(sendContactCode, { kind: 'phone' }, { as: bare.as })
  expect(none.problem.code).toBe('not_found')
})

test('another person’s code proves nothing', async () => {
  const phone = '+2348034440002'
  const ada = await aUser(server, { phone, proved: false })
  const code = await codeSentTo(phone)
  const bala = await aUser(server, { phone, proved: false })
  await codeSentTo(phone)
  const answer = await server.call(verifyContact, { kind: 'phone', code }, { as: bala.as })
  expect(answer.problem.code).toBe('wrong_code')
  const own = await server.call(verifyContact, { kind: 'phone', code }, { as: ada.as })
  expect(own.data.phone_verified).toBe(true)
})

test('an address belongs to who proved it first; the other is told to log in there', async () => {
  const email = 'shared@people.example'
  const one = await aUser(server, { email, proved: false })
  const two = await aUser(server, { email, proved: false })
  expect(await lettersTo(email)).toHaveLength(2)
  await server.call(sendContactCode, { kind: 'email' }, { as: one.as })
  const ones = await codeSentTo(email)
  await server.call(sendContactCode, { kind: 'email' }, { as: two.as })
  const twos = await codeSentTo(email)
  const prove = (code: string, as: typeof one.as) =>
    server.call(verifyContact, { kind: 'email', code }, { as })
  expect((await prove(ones, one.as)).data.email_verified).toBe(true)
  const late = await prove(twos, two.as)
  expect(late.problem).toMatchObject({
    code: 'wrong_code',
    detail: expect.stringMatching(/Another account .* Log in to that account/),
  })
  await expect(
    sql`update person set email_verified_at = now() where id = ${two.user.id}`.execute(db),
  ).rejects.toThrow(/person_email_proved/)
})

test.each([
  ['one of the leaked', 'iloveyou'],
  ['a leaked one with signs', 'P@ssw0rd2026!'],
  ['a favourite club', 'chelsea1905'],
  ['a pattern', 'wxyzwxyzwx'],
  ['a walk along the keys', 'qwerty7890'],
  ['our name', 'Waka2026'],
  ['their own name', 'NgoziBello7'],
  ['their own address', 'ngozi.b77@people.example'],
  ['their own phone', '08034440003'],
])('ASVS 6.2.4, 6.2.11, 6.2.12: %s is no password', async (_what, password) => {
  const email = 'ngozi.b77@people.example'
  const answer = await server.call(signUp, { full_name, email, phone: '+2348034440003', password })
  expect(answer.problem.code).toBe('invalid_input')
  expect(Object.keys(answer.problem.fields ?? {})).toEqual(['password'])
})

test.each([
  ['64 signs', 'ọ̀ṣọ́ '.repeat(8).slice(0, 64)],
  ['small letters and spaces', 'the goat ate my ticket'],
  ['a club in a sentence', 'chelsea never plays in jos'],
])('ASVS 6.2.5, 6.2.9: %s is a password, exactly as written', async (_what, password) => {
  const { user } = await aUser(server, { password })
  expect(await logsIn(user.email ?? '', password)).toBe(true)
  expect(await logsIn(user.email ?? '', password.normalize('NFD'))).toBe(true)
  expect(await logsIn(user.email ?? '', password.slice(0, -1))).toBe(false)
})
