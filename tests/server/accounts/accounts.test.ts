import { expect, test } from 'vitest'
import { changePassword, logIn, logOut, refreshSession, signUp } from '#contract/accounts/endpoints'
import { listBookings } from '#contract/bookings/endpoints'
import { demoPassword, demoPeople, writePeople } from '#demo/country/people'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { getUserProfile, confirmIdentity } from '#server/rooms/accounts'
import { runJob } from '#tests/support/server/jobs'
import { anAccountWorld } from '#tests/support/worlds/accounts'
import { aUser, parseSetCookie } from '#tests/support/makers/people'
import { waitForLockWaiter } from '#tests/support/database/lock-waiters'

const { db, server, deps, lettersTo } = await anAccountWorld()
const password = 'four words in a row'
const full_name = 'Ngozi Bello'

test('a traveller signs up, logs in with either address, and logs out', async () => {
  const { user } = await aUser(server, { email: 'ngozi@people.example', phone: '+2348031112222' })
  expect(user).toMatchObject({ full_name, email: 'ngozi@people.example', has_password: true })
  for (const login of ['NGOZI@People.example', '+2348031112222']) {
    const session = await server.call(logIn, { login, password })
    expect(session.data).toMatchObject({ expires_in: '30 minutes', user: { id: user.id } })
    const as = { token: session.data.token }
    expect((await server.call(listBookings, {}, { as })).status).toBe(200)
    const headers = { cookie: parseSetCookie(session.headers) }
    const out = await server.call(logOut, {}, { headers })
    expect(out.headers['set-cookie']).toMatch(/^rt=; .*Path=\/; Expires=Thu, 01 Jan 1970/)
    expect((await server.call(refreshSession, {}, { headers })).problem.code).toBe('not_signed_in')
    expect((await server.call(listBookings, {}, { as })).problem.code).toBe('not_signed_in')
  }
})

test('an account needs an email address or a phone', async () => {
  const answer = await server.call(signUp, { full_name, password })
  expect(answer.problem.code).toBe('invalid_input')
  expect(Object.keys(answer.problem.fields ?? {})).toEqual(['email', 'phone'])
})

test('whoever brought somebody is remembered, and the phone; a code of nobody is told', async () => {
  const friend = await aUser(server)
  const device_id = crypto.randomUUID()
  const referral_code = friend.user.referral_code.toLowerCase()
  const { user } = await aUser(server, { referral_code, device_id })
  const { rows } =
    await sql`select referred_by, device_id from person where id = ${user.id}`.execute(db)
  expect(rows).toEqual([{ referred_by: friend.user.id, device_id }])
  const { rows: wallets } = await sql`select lazy from account where kind = 'wallet'
    and owner = ${user.id}`.execute(db)
  expect(wallets).toEqual([{ lazy: false }])
  const phone = '+2348030000009'
  const wrong = await server.call(signUp, { full_name, phone, password, referral_code: 'NOBODYS1' })
  expect(wrong.problem.fields).toHaveProperty('referral_code')
})

test('ASVS 6.3.8: signing up with a known address answers the same; its owner is told, not the other', async () => {
  const owner = await aUser(server, {
    email: 'taken@people.example',
    phone: null,
    password: 'the owner’s own words',
  })
  const fresh = await server.call(signUp, { full_name, password, email: 'fresh@people.example' })
  const taken = await server.call(signUp, { full_name, password, email: 'taken@people.example' })
  const shape = ({ status, data, headers }: typeof fresh) => ({
    status,
    user: { ...data.user, id: '', email: '', referral_code: '', created_at: '' },
    headers: Object.keys(headers).toSorted(),
  })
  expect(shape(taken)).toEqual(shape(fresh))
  expect(taken.data.user.id).not.toBe(owner.user.id)
  expect(await lettersTo('fresh@people.example')).toEqual([expect.stringMatching(/^\d{6} is your/)])
  const [letter = ''] = await lettersTo('taken@people.example')
  expect(letter).toMatch(/joined .* with your address/)
  expect(letter).not.toMatch(/\d{6}/)
  const login = 'taken@people.example'
  const back = await server.call(logIn, { login, password: owner.password })
  expect(back.data.user.id).toBe(owner.user.id)
})

test('ASVS 6.3.8: who signed up with a known address logs in to their own account as if it were not', async () => {
  await aUser(server, { email: 'both@people.example', password: 'the owner’s own words' })
  const { user } = await aUser(server, { email: 'both@people.example', proved: false })
  const back = await server.call(logIn, { login: 'both@people.example', password })
  expect(back.data.user.id).toBe(user.id)
})

test('nobody is kept out by who signs up later with the address that they have not proved yet', async () => {
  const email = 'unproved@people.example'
  const ada = await aUser(server, { email, proved: false, password: 'the first one’s own words' })
  for (const password of ['the second one’s words', 'the third one’s words'])
    await aUser(server, { email, proved: false, password })
  const back = await server.call(logIn, { login: email, password: ada.password })
  expect(back.data.user?.id).toBe(ada.user.id)
  const last = await server.call(logIn, { login: email, password: 'the third one’s words' })
  expect(last.status).toBe(200)
})

test('ASVS 6.3.8: a wrong password, an unknown address and an account without password answer alike', async () => {
  await aUser(server, { email: 'known@people.example' })
  await aUser(server, { email: 'google@people.example' })
  await sql`update person set password_hash = null where email = 'google@people.example'`.execute(
    db,
  )
  const answers = await Promise.all(
    ['known', 'unknown', 'google'].map((name) =>
      server.call(logIn, { login: `${name}@people.example`, password: 'not this one' }),
    ),
  )
  for (const { status, problem } of answers) {
    expect({ ...problem, status, request_id: '' }).toEqual({
      ...answers[0]?.problem,
      status: 401,
      request_id: '',
    })
    expect(problem.code).toBe('wrong_credentials')
  }
})

test('ASVS 11.4.2: passwords are kept as argon2id with today’s numbers; an older hash is made anew', async () => {
  const { user, password: secret } = await aUser(server)
  const hashOf = async () => {
    const { rows } = await sql<{ hash: string }>`
      select password_hash as hash from person where id = ${user.id}`.execute(db)
    return rows[0]?.hash ?? ''
  }
  expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  // The hash of 'four words in a row' with 19 MiB and two passes.
  const old =
    '$argon2id$v=19$m=19456,t=2,p=1$srJK/Eef4PmswmlvenPvQg$wZZu76Qt7GFF+CjtamKF8izK7UeA62F+epIRHWpVPuM'
  await sql`update person set password_hash = ${old} where id = ${user.id}`.execute(db)
  expect((await server.call(logIn, { login: user.email ?? '', password: secret })).status).toBe(200)
  expect(await hashOf()).toContain('m=47104,t=1,p=1')
  expect((await server.call(logIn, { login: user.email ?? '', password: secret })).status).toBe(200)
})

test('a new password needs the old one and ends every other login', async () => {
  const { user, token, password: current_password } = await aUser(server)
  const other = await server.call(logIn, { login: user.email ?? '', password: current_password })
  const change = (old: string | undefined, next = 'a bridge over the Niger') =>
    server.call(
      changePassword,
      { password: next, ...(old !== undefined && { current_password: old }) },
      { as: { token } },
    )
  expect((await change('not this one')).problem.code).toBe('wrong_password')
  expect((await change(undefined)).problem.code).toBe('wrong_password')
  expect((await change(current_password)).data).toEqual({ ended: 1 })
  expect((await server.call(listBookings, {}, { as: { token } })).status).toBe(200)
  const ended = await server.call(listBookings, {}, { as: { token: other.data.token } })
  expect(ended.status).toBe(401)
  const login = { login: user.email ?? '' }
  expect((await server.call(logIn, { ...login, password: current_password })).status).toBe(401)
  expect((await server.call(logIn, { ...login, password: 'a bridge over the Niger' })).status).toBe(
    200,
  )
})

test('a change with the old password does not undo a new one that is set at the same time', async () => {
  const { user, token, password: current_password } = await aUser(server)
  const next = { current_password, password: 'a bridge over the Niger' }
  const { answer } = await inTransaction(db, async (tx) => {
    await sql`update person set password_hash = 'set by code' where id = ${user.id}`.execute(tx)
    const changing = server.call(changePassword, next, { as: { token } })
    await waitForLockWaiter(db)
    return { answer: changing }
  })
  expect((await answer).problem.code).toBe('wrong_password')
  const { rows } = await sql`select password_hash from person where id = ${user.id}`.execute(db)
  expect(rows).toEqual([{ password_hash: 'set by code' }])
})

test('ASVS 7.5.1: without a password only a login of the last five minutes proves who one is', async () => {
  const { user, token } = await aUser(server)
  await sql`update person set password_hash = null where id = ${user.id}`.execute(db)
  const { rows } = await sql<{
    id: string
  }>`select id from login where person_id = ${user.id}`.execute(db)
  const login_id = rows[0]?.id ?? ''
  const ctx = {
    ...deps,
    actor: { kind: 'user' as const, user_id: user.id, login_id },
    request_id: 'r',
    ip: '127.0.0.1',
  }
  await expect(confirmIdentity(ctx, undefined)).resolves.toBeUndefined()
  await sql`update login set created_at = now() - interval '6 minutes' where id = ${login_id}`.execute(
    db,
  )
  await expect(confirmIdentity(ctx, undefined)).rejects.toMatchObject({ code: 'login_too_old' })
  const answer = await server.call(
    changePassword,
    { password: 'a bridge over the Niger' },
    { as: { token } },
  )
  expect(answer.problem.code).toBe('login_too_old')
  await expect(getUserProfile(db, crypto.randomUUID())).rejects.toMatchObject({
    code: 'not_signed_in',
  })
})

test('the people of the demo country can log in', async () => {
  await writePeople({ db, seed: 1, today: '2026-11-21' })
  for (const { email } of demoPeople) {
    const { data, status } = await server.call(logIn, { login: email, password: demoPassword })
    expect(status).toBe(200)
    expect(data.user).toMatchObject({ email, email_verified: true, phone_verified: true })
  }
})

test('logins, tokens and codes are forgotten thirty days after they ended', async () => {
  const { user } = await aUser(server)
  const live = await server.call(logIn, { login: user.email ?? '', password })
  await lettersTo(user.email ?? '')
  const counts = async () => {
    const { rows } = await sql`select
      (select count(*) from login where person_id = ${user.id}) as logins,
      (select count(*) from refresh_token t join login l on l.id = t.login_id where l.person_id = ${user.id}) as tokens,
      (select count(*) from contact_code where person_id = ${user.id}) as codes`.execute(db)
    return rows[0]
  }
  await sql`update login set revoked_at = now() - interval '31 days' where id = (
    select id from login where person_id = ${user.id} order by created_at limit 1)`.execute(db)
  await sql`insert into contact_code (id, purpose, contact, person_id, code_hash, tries_left, expires_at)
    values (gen_random_uuid(), 'prove', 'x', ${user.id}, 'x', 5, now() - interval '31 days')`.execute(
    db,
  )
  expect(await counts()).toEqual({ logins: 2, tokens: 2, codes: 1 })
  await runJob(deps, 'house.tidy', {})
  expect(await counts()).toEqual({ logins: 1, tokens: 1, codes: 0 })
  const { token } = live.data
  expect((await server.call(listBookings, {}, { as: { token } })).status).toBe(200)
})
