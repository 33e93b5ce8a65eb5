import { afterAll, describe, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/endpoints'
import * as desk from '#contract/members/endpoints'
import { roleScopes } from '#contract/members/rules'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import {
  aMember,
  aStaffMember,
  computeTotpCode,
  addSecondFactor,
} from '#tests/support/makers/members'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aConfig, aServer, type Caller } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

const lines = await anOperator(db)
const owner = await aMember(server, { operator_id: lines, role: 'owner' })
const agent = await aMember(server, { operator_id: lines, role: 'agent' })
const admin = await aStaffMember(server, 'admin')

async function invitationFor(email: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select data ->> 'text' as text from pgboss.job
    where name = 'mail.send' and data ->> 'to' = ${email} order by created_on desc limit 1`.execute(
    db,
  )
  return /invitation=(\w+)/.exec(rows[0]?.text ?? '')?.[1] ?? ''
}

async function invited(by: MadeUser, role: 'owner' | 'agent' | 'support', user: MadeUser) {
  const email = user.user.email ?? ''
  const { data, status } = await call(desk.inviteMember, { email, role }, { as: by.as })
  expect(status).toBe(200)
  return { id: data.id, code: await invitationFor(email) }
}

describe('a membership of a desk', () => {
  test('is told to who has it, and is nowhere for everybody else', async () => {
    const { data } = await call(desk.getDesk, {}, { as: owner.as })
    expect(data).toMatchObject({
      role: 'owner',
      second_factor: 'none',
      may: roleScopes.owner,
    })
    expect(data.operator?.code).toBeDefined()
    const stranger = await aUser(server)
    expect((await call(desk.getDesk, {}, { as: stranger.as })).problem.code).toBe('not_found')
    expect((await call(desk.getDesk, {})).status).toBe(401)
  })

  test('an account that only names the invited address accepts nothing until it has verified it', async () => {
    const named = await aUser(server, { proved: false })
    const { code } = await invited(owner, 'owner', named)
    const refused = await call(desk.acceptInvitation, { code }, { as: named.as })
    expect([refused.status, refused.problem.code]).toEqual([409, 'address_unverified'])
    expect((await call(desk.getDesk, {}, { as: named.as })).status).toBe(404)
    await sql`update person set email_verified_at = now() where id = ${named.user.id}`.execute(db)
    expect((await call(desk.acceptInvitation, { code }, { as: named.as })).status).toBe(200)
  })

  test('an owner invites by email; who has that address accepts, once', async () => {
    const [bisi, other] = [await aUser(server), await aUser(server)]
    const { code } = await invited(owner, 'agent', bisi)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    const listed = await call(desk.listMembers, {}, { as: owner.as })
    expect(listed.data).toContainEqual(
      expect.objectContaining({ state: 'invited', email: bisi.user.email }),
    )
    expect((await call(desk.acceptInvitation, { code }, { as: other.as })).status).toBe(404)
    const first = await call(desk.acceptInvitation, { code }, { as: bisi.as })
    expect(first.status).toBe(200)
    const again = await call(desk.acceptInvitation, { code }, { as: bisi.as })
    expect(again.data).toEqual(first.data)
    expect((await call(desk.getDesk, {}, { as: bisi.as })).data.role).toBe('agent')

    const { id } = first.data.member_id ? { id: first.data.member_id } : { id: '' }
    const changed = await call(desk.setMemberRole, { id, role: 'owner' }, { as: owner.as })
    expect(changed.data.role).toBe('owner')
    expect((await call(desk.removeMember, { id }, { as: owner.as })).data).toEqual({
      removed: true,
    })
    expect((await call(desk.getDesk, {}, { as: bisi.as })).status).toBe(404)
    expect((await call(desk.acceptInvitation, { code }, { as: bisi.as })).status).toBe(404)
  })

  test('whoever has the link sees who invites to what, and of the address only enough to know it', async () => {
    const user = await aUser(server, { proved: false })
    const { id, code } = await invited(owner, 'agent', user)
    const { data } = await call(desk.getInvitation, { code })
    const [name = '', domain = ''] = (user.user.email ?? '').split('@')
    expect(data).toEqual({
      desk: expect.stringMatching(/./),
      role: 'agent',
      invited_by: owner.user.full_name,
      email: `${name.slice(0, 2)}…@${domain}`,
      expires_at: expect.any(String),
    })
    const ours = await invited(admin, 'support', user)
    expect((await call(desk.getInvitation, { code: ours.code })).data.desk).toBe('Waka')
    await call(desk.removeMember, { id }, { as: owner.as })
    expect((await call(desk.getInvitation, { code })).status).toBe(404)
    expect((await call(desk.getInvitation, { code: '0'.repeat(26) })).status).toBe(404)
  })

  test('an invitation ends when it is taken back, replaced or a week old', async () => {
    const user = await aUser(server)
    const old = await invited(owner, 'agent', user)
    const newer = await invited(owner, 'agent', user)
    expect((await call(desk.acceptInvitation, { code: old.code }, { as: user.as })).status).toBe(
      404,
    )
    await sql`update member_invitation set expires_at = now() where id = ${newer.id}`.execute(db)
    expect((await call(desk.acceptInvitation, { code: newer.code }, { as: user.as })).status).toBe(
      404,
    )
    const last = await invited(owner, 'agent', user)
    await call(desk.removeMember, { id: last.id }, { as: owner.as })
    expect((await call(desk.acceptInvitation, { code: last.code }, { as: user.as })).status).toBe(
      404,
    )
  })

  test('somebody works at one desk at a time', async () => {
    const { code } = await invited(admin, 'support', agent)
    const { problem } = await call(desk.acceptInvitation, { code }, { as: agent.as })
    expect(problem.code).toBe('member_elsewhere')
  })

  test('a role of the other kind of desk is refused, by the call and by the database', async () => {
    const to = { email: 'x@people.example', role: 'admin' as const }
    const { problem } = await call(desk.inviteMember, to, { as: owner.as })
    expect(problem).toMatchObject({ code: 'invalid_input', fields: { role: expect.any(String) } })
    const bad = sql`insert into member (id, person_id, operator_id, role)
      values (${makeId()}, ${(await aUser(server)).user.id}, ${lines}, 'admin')`.execute(db)
    await expect(bad).rejects.toThrow('role_of_its_desk')
  })

  test('an agent decides about nobody, and nobody about another desk', async () => {
    for (const endpoint of [desk.listMembers, desk.listAuditLog]) {
      const { problem } = await call(endpoint, {}, { as: agent.as })
      expect(problem.code).toBe('not_allowed')
    }
    const other = await aMember(server, { operator_id: await anOperator(db), role: 'owner' })
    const { data } = await call(desk.listMembers, {}, { as: owner.as })
    for (const { id } of data) {
      expect((await call(desk.removeMember, { id }, { as: other.as })).status).toBe(404)
      expect((await call(desk.setMemberRole, { id, role: 'agent' }, { as: other.as })).status).toBe(
        404,
      )
    }
  })

  test('a desk keeps an owner, also where two leave at once', async () => {
    const operator_id = await anOperator(db)
    const both = [
      await aMember(server, { operator_id, role: 'owner' }),
      await aMember(server, { operator_id, role: 'owner' }),
    ]
    const memberships = await Promise.all(both.map(({ as }) => call(desk.getDesk, {}, { as })))
    const left = await Promise.all(
      both.map(({ as }, at) =>
        call(desk.removeMember, { id: memberships[at]?.data.member_id ?? '' }, { as }),
      ),
    )
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from member
      where operator_id = ${operator_id} and role = 'owner' and ended_at is null`.execute(db)
    expect(rows[0]?.n).toBe(1)
  })
})

describe('the second factor', () => {
  test('of our staff is set up before any call of the desk, and asked for in each login', async () => {
    const moderator = await aMember(server, { role: 'admin' })
    const { as } = moderator
    expect((await call(desk.getDesk, {}, { as })).data.second_factor).toBe('missing')
    expect((await call(desk.listMembers, {}, { as })).problem.code).toBe('second_factor_needed')
    const { secret, recovery_codes } = await addSecondFactor(server, as)
    expect(recovery_codes).toHaveLength(10)
    expect((await call(desk.getDesk, {}, { as })).data.second_factor).toBe('shown')
    expect((await call(desk.listMembers, {}, { as })).status).toBe(200)
    expect((await call(desk.startSecondFactor, {}, { as })).problem.code).toBe('second_factor_set')

    const login = moderator.user.email ?? ''
    const { data } = await call(logIn, { login, password: moderator.password })
    const anew = { token: data.token }
    expect((await call(desk.listMembers, {}, { as: anew })).problem.code).toBe(
      'second_factor_needed',
    )
    const used = await call(
      desk.showSecondFactor,
      { code: await computeTotpCode(db, secret, -1) },
      { as: anew },
    )
    expect(used.problem.code).toBe('wrong_code')
    const code = await computeTotpCode(db, secret, 1)
    const shown = await call(desk.showSecondFactor, { code }, { as: anew })
    expect(shown.data).toEqual({ recovery_codes: null, recovery_codes_left: 10 })
    expect((await call(desk.showSecondFactor, { code }, { as: anew })).problem.code).toBe(
      'wrong_code',
    )
    expect((await call(desk.listMembers, {}, { as: anew })).status).toBe(200)

    await sql`update factor_proof set proved_at = now() - interval '13 hours'
      where login_id in (select id from login where person_id = ${moderator.user.id})`.execute(db)
    expect((await call(desk.listMembers, {}, { as: anew })).problem.code).toBe(
      'second_factor_needed',
    )
    const [first = ''] = recovery_codes
    const lower = first.toLowerCase().replace('-', ' ')
    const recovered = await call(desk.showSecondFactor, { code: lower }, { as: anew })
    expect(recovered.data.recovery_codes_left).toBe(9)
    expect((await call(desk.showSecondFactor, { code: first }, { as: anew })).problem.code).toBe(
      'wrong_code',
    )
    expect((await call(desk.listMembers, {}, { as: anew })).status).toBe(200)
  })

  describe('gives new recovery codes, as the answer with the first ones may be lost,', () => {
    /** Enters the next code of the app, as if no earlier one was used. */
    async function enter(as: Caller, secret: string) {
      await sql`update second_factor set last_step = 0`.execute(db)
      const code = await computeTotpCode(db, secret, 1)
      const { data, text } = await call(desk.showSecondFactor, { code }, { as })
      expect(text).toContain('recovery_codes_left')
      return data
    }

    test('to the login that has just set it up, until one is used', async () => {
      const { as } = await aMember(server, { role: 'support' })
      const { secret, recovery_codes: lost } = await addSecondFactor(server, as)
      const code = await computeTotpCode(db, secret, 1)
      const { data } = await call(desk.showSecondFactor, { code }, { as })
      expect(data).toEqual({ recovery_codes: expect.any(Array), recovery_codes_left: 10 })
      expect(new Set([...lost, ...(data.recovery_codes ?? [])]).size).toBe(20)
      for (const old of lost.slice(0, 2))
        expect((await call(desk.showSecondFactor, { code: old }, { as })).problem.code).toBe(
          'wrong_code',
        )
      const { recovery_codes } = await enter(as, secret)
      expect(recovery_codes).toHaveLength(10)
      const [first = ''] = recovery_codes ?? []
      const used = await call(desk.showSecondFactor, { code: first }, { as })
      expect(used.data).toEqual({ recovery_codes: null, recovery_codes_left: 9 })
      expect(await enter(as, secret)).toEqual({ recovery_codes: null, recovery_codes_left: 9 })
    })

    test('to no other login, and not after ten minutes', async () => {
      const { as, user, password } = await aMember(server, { role: 'support' })
      const { secret } = await addSecondFactor(server, as)
      const { data } = await call(logIn, { login: user.email ?? '', password })
      const other = { token: data.token }
      const none = { recovery_codes: null, recovery_codes_left: 10 }
      expect(await enter(other, secret)).toEqual(none)
      expect(await enter(other, secret)).toEqual(none)
      await sql`with f as (
          update second_factor set confirmed_at = confirmed_at - interval '11 minutes' where person_id = ${user.id})
        update factor_proof set proved_at = proved_at - interval '11 minutes'
        where login_id in (select id from login where person_id = ${user.id})`.execute(db)
      expect(await enter(as, secret)).toEqual(none)
    })
  })

  test('an operator need not have one; who has set one up shows it', async () => {
    const one = await aMember(server, { operator_id: await anOperator(db), role: 'owner' })
    expect((await call(desk.listMembers, {}, { as: one.as })).status).toBe(200)
    await addSecondFactor(server, one.as)
    const { data } = await call(logIn, { login: one.user.email ?? '', password: one.password })
    const { problem } = await call(desk.listMembers, {}, { as: { token: data.token } })
    expect(problem.code).toBe('second_factor_needed')
  })

  test('five wrong codes, then a pause, in which the right one is not taken either', async () => {
    const strict = await aServer(db, { config: { ...aConfig(), rate_limit_factor: 1 } })
    const member = await aMember(server, { role: 'support' })
    const { secret } = await addSecondFactor(server, member.as)
    const wrong = String((Number(await computeTotpCode(db, secret)) + 5) % 1_000_000).padStart(
      6,
      '0',
    )
    for (let tries = 0; tries < 5; tries += 1) {
      const { problem } = await strict.call(
        desk.showSecondFactor,
        { code: wrong },
        { as: member.as },
      )
      expect(problem.code).toBe('wrong_code')
    }
    const code = await computeTotpCode(db, secret, 1)
    const answer = await strict.call(desk.showSecondFactor, { code }, { as: member.as })
    expect(answer.problem.code).toBe('too_many_requests')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
    await strict.close()
  })

  test('its secret stands nowhere as it is, and opens under an older SESSION_SECRET', async () => {
    const member = await aMember(server, { role: 'support' })
    const { secret } = await addSecondFactor(server, member.as)
    const { rows } = await sql<{ all: string }>`
      select (select json_agg(f)::text from second_factor f) || coalesce((select json_agg(i)::text from idempotency i), '')
        as all`.execute(db)
    expect(rows[0]?.all).not.toContain(secret)
    const { session_secret } = server.host.config
    const rotated = await aServer(db, {
      config: {
        session_secret: 'another secret of 32 characters.',
        old_session_secrets: [session_secret],
      },
    })
    const code = await computeTotpCode(db, secret, 1)
    expect((await rotated.call(desk.showSecondFactor, { code }, { as: member.as })).status).toBe(
      200,
    )
    await rotated.close()
  })

  test('who is removed and invited again sets up a new one; a login proved the old one only', async () => {
    const member = await aStaffMember(server, 'support')
    const { data } = await call(desk.getDesk, {}, { as: member.as })
    await call(desk.removeMember, { id: data.member_id }, { as: admin.as })
    const { code } = await invited(admin, 'support', member)
    const login = { login: member.user.email ?? '', password: member.password }
    const as = { token: (await call(logIn, login)).data.token }
    await call(desk.acceptInvitation, { code }, { as })
    const factorOf = async (by: Caller) =>
      (await call(desk.getDesk, {}, { as: by })).data.second_factor
    expect([await factorOf(as), await factorOf(member.as)]).toEqual(['missing', 'missing'])
    await addSecondFactor(server, as)
    expect([await factorOf(as), await factorOf(member.as)]).toEqual(['shown', 'asked'])
  })
})

describe('the log of a desk', () => {
  test('tells who did what to what, and when; of its own desk alone', async () => {
    const user = await aUser(server)
    const { id } = await invited(owner, 'agent', user)
    const { data } = await call(desk.listAuditLog, {}, { as: owner.as })
    expect(data[0]).toMatchObject({
      act: 'inviteMember',
      subject: id,
      about: user.user.email,
      who: owner.user.full_name,
    })
    const ours = await call(desk.listAuditLog, { per_page: 100 }, { as: admin.as })
    expect(ours.data.map(({ subject }) => subject)).not.toContain(id)
    expect(ours.data.map(({ act }) => act)).toContain('showSecondFactor')
  })

  test('what was refused is no act', async () => {
    const before = await call(desk.listAuditLog, {}, { as: owner.as })
    await call(desk.removeMember, { id: makeId() }, { as: owner.as })
    const after = await call(desk.listAuditLog, {}, { as: owner.as })
    expect(after.meta.total).toBe(before.meta.total)
  })

  test.each([
    "update audit_entry set act = 'x'",
    'delete from audit_entry',
    'truncate audit_entry',
  ])('%s is refused to whoever owns the table', async (statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
    await expect(sql.raw(statement).execute(server.host.db)).rejects.toThrow('permission denied')
  })

  test('the canary: without its guard, a line can be changed', async () => {
    const change = db.transaction(async (tx) => {
      await sql`alter table audit_entry disable trigger audit_entry_stays`.execute(tx)
      const { rowCount } = await sql`update audit_entry set act = 'x'`.execute(tx)
      throw new Error(`changed ${(rowCount ?? 0) > 0}`)
    })
    await expect(change).rejects.toThrow('changed true')
  })
})
