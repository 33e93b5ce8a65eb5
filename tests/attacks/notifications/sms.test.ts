import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeJobHandlers } from '#server/jobs/all-jobs'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { forgotPassword, sendContactCode, signUp } from '#contract/accounts/endpoints'
import { smsCountries } from '#contract/product'
import { updateProfile } from '#contract/profile/endpoints'
import { sql } from '#server/db/sql'
import { sendSms } from '#server/rooms/notifications'
import type { JobPayloads } from '#server/jobs/queue'
import { listMessages } from '#demo/sandbox/message-repository'
import { findMobileCountry, canReceiveCodes } from '#server/platform/sms-numbers'
import { anAccountWorld } from '#tests/support/worlds/accounts'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'

const { db, deps, doJobs, server } = await anAccountWorld({ rate_limit_factor: 1 })
const strict = { ...deps, config: { ...deps.config, sms: { per_hour: 5, per_day: 8 } } }
let numbers = 0
const aMobile = () => `+23480355${String((numbers += 1)).padStart(5, '0')}`
/** Changes a phone number as `updateProfile` does, without hashing a password each time. */
const renumber = (id: string, phone: string) =>
  sql`update person set phone = ${phone}, phone_verified_at = null where id = ${id}`.execute(db)
const textsSent = async () => {
  await doJobs()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sandbox.letter where kind = 'sms'`.execute(db)
  return rows[0]?.n ?? 0
}
/** Returns how often an SMS had this outcome, from the metrics that an alarm watches. */
async function figure(kind: string, became: string): Promise<number> {
  const { body } = await server.app.inject({ url: '/metrics' })
  const line = new RegExp(`sms_total\\{kind="${kind}",became="${became}"\\} (\\d+)`).exec(body)
  return Number(line?.[1] ?? 0)
}

test.each([
  ['Iridium', '+881612345678'],
  ['Thuraya', '+882161234567'],
  ['an international network', '+883510012345678'],
  ['Inmarsat', '+870773111632'],
  ['a universal personal number', '+878101234567890'],
  ['an international premium number', '+979123456789'],
  ['a British premium number', '+449098790000'],
  ['a British personal number', '+447012345678'],
  ['a British shared-cost number', '+448431234567'],
  ['an American premium number', '+19002345678'],
  ['a Nigerian toll-free number', '+2348001234567'],
  ['a Nigerian shared-cost number', '+2347001234567'],
  ['a Nigerian landline', '+23412701234'],
])('%s is never texted', async (_, to) => {
  expect(findMobileCountry(to)).toBeUndefined()
  for (const kind of ['code', 'news', 'paid'] as const)
    expect(await sendSms(deps, { to, text: 'never', kind })).toBe('never')
  expect(await listMessages(db, 'sms', to)).toEqual([])
})

test('every message leaves in characters that do not double its price', async () => {
  const to = aMobile()
  const text = '₦12,500 “back” to Ọláìtán’s card — `ok`.\n\n@waka.example #123456'
  expect(await sendSms(deps, { to, text, kind: 'paid' })).toBe('go')
  const [sms] = await listMessages(db, 'sms', to)
  expect(sms?.body).toBe("NGN 12,500 \"back\" to Olaitan's card - 'ok'.\n\n@waka.example #123456")
})

test('codes and news go to the countries we serve, tickets to any ordinary mobile', async () => {
  expect(smsCountries[0]).toBe('NG')
  expect(canReceiveCodes('+2348031234567')).toBe(true)
  expect(canReceiveCodes('+233231234567')).toBe(true)
  // Jamaica shares its calling code with the USA, Guernsey with Britain: the country counts, not the code.
  for (const to of ['+18762101234', '+447781123456', '+8613123456789', '+5511961234567'])
    expect([to, canReceiveCodes(to)]).toEqual([to, false])
  const to = '+8613123456789'
  expect(await sendSms(deps, { to, text: 'code', kind: 'code' })).toBe('never')
  expect(await sendSms(deps, { to, text: 'ticket', kind: 'paid' })).toBe('go')
})

test('forty codes to forty satellite numbers from one account send nothing, and say what to do', async () => {
  const { as, password, user } = await aUser(server, { proved: false })
  const before = await textsSent()
  for (let n = 0; n < 40; n += 1) {
    const phone = `+8816123456${String(n).padStart(2, '0')}`
    if (n === 0) await server.call(updateProfile, { phone, password }, { as })
    else await renumber(user.id, phone)
    const { status, problem } = await server.call(sendContactCode, { kind: 'phone' }, { as })
    expect([status, problem.code]).toEqual([409, 'sms_not_possible'])
    expect(problem.detail).toContain('use your email address')
  }
  expect((await textsSent()) - before).toBe(0)
})

test('forty codes to forty Nigerian numbers from one account send five', async () => {
  const { as, password, user } = await aUser(server, { proved: false, phone: null })
  const before = await textsSent()
  const answers: (string | undefined)[] = []
  for (let n = 0; n < 40; n += 1) {
    if (n < 6) await server.call(updateProfile, { phone: aMobile(), password }, { as })
    else await renumber(user.id, aMobile())
    const answer = await server.call(sendContactCode, { kind: 'phone' }, { as })
    answers.push(answer.problem.code)
    if (n === 39) expect(answer.problem.detail).toContain('verify your email address instead')
  }
  expect(answers.filter((code) => code === 'too_many_requests')).toHaveLength(35)
  expect((await textsSent()) - before).toBe(5)
})

test('accounts without number from one network send no more than its limit, and every answer is the same', async () => {
  const ip = '198.51.100.77'
  await sql`insert into rate_bucket (key, tokens) select key, 3 from (
    select 'sms code network:none' as key) made on conflict do nothing`.execute(db)
  const askOnce = async (phone: string) => {
    const answer = await server.call(forgotPassword, { login: phone }, { as: { ip } })
    return [answer.status, answer.text]
  }
  const known: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const phone = aMobile()
    const full_name = 'Fresh Account'
    const made = await server.call(
      signUp,
      { full_name, phone, password: 'four words in a row' },
      { as: { ip: `203.0.113.${n}` } },
    )
    expect(made.status).toBe(200)
    known.push(phone)
  }
  await askOnce(aMobile())
  await doJobs()
  await askOnce(known[0] ?? '')
  await doJobs()
  await sql`update rate_bucket set tokens = 2, refilled_at = now()
    where key like 'sms code network:%' and tokens between 198.5 and 199.5
      and refilled_at = (select max(refilled_at) from rate_bucket where key like 'sms code network:%')`.execute(
    db,
  )
  const before = await textsSent()
  const answers: unknown[] = [await askOnce(aMobile())]
  for (const phone of known.slice(1)) answers.push(await askOnce(phone))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await textsSent()) - before).toBe(2)
})

test('at the cap of the house no code leaves, an alarm is raised, and tickets still go', async () => {
  await sql`delete from rate_bucket where key like 'sms house%' or key like 'sms paid%'`.execute(db)
  const became: string[] = []
  const alarms = await figure('code', 'house_cap')
  // Over several connections at the same time, as from several processes.
  became.push(
    ...(await Promise.all(
      Array.from({ length: 12 }, () =>
        sendSms(strict, { to: aMobile(), text: 'code', kind: 'code' }),
      ),
    )),
  )
  expect(became.filter((one) => one === 'go')).toHaveLength(5)
  expect(became.filter((one) => one === 'later')).toHaveLength(7)
  expect((await figure('code', 'house_cap')) - alarms).toBe(7)
  expect(await sendSms(strict, { to: aMobile(), text: 'news' })).toBe('later')
  expect(await sendSms(strict, { to: aMobile(), text: 'ticket', kind: 'paid' })).toBe('go')
})

test('tickets that find the cap of the house reached come by mail at once, which says why, and one alarm is raised', async () => {
  await sql`delete from rate_bucket where key like 'sms %'`.execute(db)
  await sql`delete from pgboss.job`.execute(db)
  const alarms: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void alarms.push(line) })
  const jobs = makeJobHandlers({ ...strict, log })
  const user = await aUser(server)
  const trip = await aTrip(db)
  const book = async (seats: [number, number], email?: string) => {
    const phone = aMobile()
    const contact = { full_name: 'Ada Obi', phone, ...(email !== undefined && { email }) }
    const { booking } = await aPaidBooking(server, trip.id, trip.sellable.slice(...seats), {
      contact,
    })
    const { rows } = await sql<{ id: string }>`
      update booking set user_id = ${user.user.id} where reference = ${booking.reference} returning id`.execute(
      db,
    )
    await sql`delete from pgboss.job`.execute(db)
    return { id: rows[0]?.id ?? '', reference: booking.reference, phone }
  }
  /** Sends a booking's tickets: the email, then the SMS that the queue holds. */
  const send = async (booking_id: string) => {
    await jobs['ticket.send']?.({ booking_id })
    const { rows } = await sql<{ data: JobPayloads['ticket.sms'] }>`
      delete from pgboss.job where name = 'ticket.sms' and start_after <= now() returning data`.execute(
      db,
    )
    for (const { data } of rows) await jobs['ticket.sms']?.(data)
  }
  const unnamed = await book([0, 2])
  const named = await book([2, 3], 'ada@example.com')
  for (let n = 0; n < 5; n += 1)
    await sendSms(strict, { to: aMobile(), text: 'ticket', kind: 'paid' })

  const before = await figure('paid', 'house_cap')
  for (const { id } of [unnamed, named]) await send(id)
  for (const { phone } of [unnamed, named]) expect(await listMessages(db, 'sms', phone)).toEqual([])
  const mails = await listMessages(db, 'mail', user.user.email ?? '')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: expect.stringContaining('Your ticket') })
  expect(mails[0]?.body).toContain('We cannot text you just now')
  expect(mails[0]?.body).toContain(unnamed.reference)
  const [mail] = await listMessages(db, 'mail', 'ada@example.com')
  expect(mail?.body).toContain(named.reference)
  expect(mail?.body).not.toContain('We cannot text you')
  expect((await figure('paid', 'house_cap')) - before).toBe(3)
  expect(alarms.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'sms.house_cap', kind: 'paid', limit: 'sms paid hour' },
  ])

  // An hour later the SMS are sent and no email is repeated; reaching the cap again raises the alarm again.
  await sql`update rate_bucket set refilled_at = refilled_at - interval '1 hour' where key like 'sms %'`.execute(
    db,
  )
  const { rows: waiting } = await sql<{ data: JobPayloads['sms.send'] }>`
    delete from pgboss.job where name = 'sms.send' returning data`.execute(db)
  for (const { data } of waiting) await jobs['sms.send']?.(data)
  expect(await listMessages(db, 'sms', unnamed.phone)).toHaveLength(2)
  expect(await listMessages(db, 'sms', named.phone)).toHaveLength(1)
  expect(await listMessages(db, 'mail', user.user.email ?? '')).toHaveLength(1)
  for (let n = 0; n < 4; n += 1)
    await jobs['sms.send']?.({ to: aMobile(), text: 'ticket', kind: 'paid' })
  expect(alarms).toHaveLength(2)
})

test('a ticket that finds its own cap reached waits in the queue until it goes', async () => {
  await sql`delete from rate_bucket where key like 'sms %'`.execute(db)
  await sql`delete from pgboss.job where name = 'sms.send'`.execute(db)
  const send = makeJobHandlers(strict)['sms.send']
  const people = Array.from({ length: 7 }, aMobile)
  for (const to of people) await send?.({ to, text: `ticket of ${to}`, kind: 'paid' })
  const waiting = async () => {
    const { rows } = await sql<{ data: JobPayloads['sms.send']; seconds: number }>`
      select data, extract(epoch from start_after - created_on)::int as seconds
      from pgboss.job where name = 'sms.send' and state = 'created' order by created_on`.execute(db)
    return rows
  }
  expect((await waiting()).map(({ seconds }) => seconds)).toEqual([600, 600])
  await sql`update rate_bucket set refilled_at = refilled_at - interval '1 hour' where key like 'sms paid%'`.execute(
    db,
  )
  for (const { data } of await waiting()) await send?.(data)
  for (const to of people) expect(await listMessages(db, 'sms', to)).toHaveLength(1)
})

test('one number hears twelve codes a day at most, whoever asks', async () => {
  const to = aMobile()
  const became = await Promise.all(
    Array.from({ length: 30 }, () => sendSms(deps, { to, text: 'code', kind: 'code' })),
  )
  expect(became.filter((one) => one === 'go')).toHaveLength(12)
})

test('a country that is not Nigeria hears three hundred codes a day at most', async () => {
  await sql`insert into rate_bucket (key, tokens, refilled_at) values ('sms code country:GH', 2, now())`.execute(
    db,
  )
  const became: string[] = []
  for (let n = 0; n < 5; n += 1)
    became.push(await sendSms(deps, { to: `+23323123456${n}`, text: 'code', kind: 'code' }))
  expect(became).toEqual(['go', 'go', 'later', 'later', 'later'])
  expect(await sendSms(deps, { to: aMobile(), text: 'code', kind: 'code' })).toBe('go')
})

test('a code that may not leave is not sent hours later', async () => {
  await sql`delete from pgboss.job where name = 'sms.send'`.execute(db)
  const send = makeJobHandlers(strict)['sms.send']
  for (let n = 0; n < 9; n += 1) await send?.({ to: aMobile(), text: 'code', kind: 'code' })
  const { rows } = await sql`select 1 from pgboss.job where name = 'sms.send'`.execute(db)
  expect(rows).toEqual([])
})

test('a code that nobody took while it was valid is not sent afterwards, neither by SMS nor by email', async () => {
  await sql`delete from rate_bucket where key like 'sms %'`.execute(db)
  const { as, user } = await aUser(server, { proved: false })
  const jobs = makeJobHandlers(deps)
  for (const kind of ['phone', 'email'] as const) {
    const to = user[kind] ?? ''
    expect((await server.call(sendContactCode, { kind }, { as })).status).toBe(200)
    const { rows } = await sql<{ data: JobPayloads['mail.send'] }>`
      delete from pgboss.job where name in ('sms.send', 'mail.send') and data ->> 'to' = ${to}
      returning data`.execute(db)
    const [data] = rows.map((row) => row.data)
    if (data === undefined) throw new Error('no code was sent')
    const minutes = (Date.parse(data.until ?? '') - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(10)
    const [name, place] =
      kind === 'phone' ? (['sms.send', 'sms'] as const) : (['mail.send', 'mail'] as const)
    const over = new Date(Date.now() - 1000).toISOString()
    await jobs[name]?.({ ...data, until: over })
    expect(await listMessages(db, place, to)).toEqual([])
    await jobs[name]?.(data)
    expect(await listMessages(db, place, to)).toHaveLength(1)
  }
})

afterAll(() => sql`delete from rate_bucket where key like 'sms %'`.execute(db))

test('a gateway that refuses SMS locks nobody out of their codes, and no more than the total are tried', async () => {
  let answer = 503
  let tried = 0
  const gateway = createServer((_, response) => {
    tried += 1
    response.writeHead(answer).end()
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  const { port } = gateway.address() as AddressInfo
  const sms_url = `http://127.0.0.1:${port}`
  const sms = { per_hour: 40, per_day: 40 }
  const behind = { ...deps, config: { ...deps.config, sms_url, sms } }
  await sql`delete from rate_bucket where key like 'sms house%'`.execute(db)
  const to = aMobile()
  const send = () => sendSms(behind, { to, text: 'code', kind: 'code' }).catch(() => 'refused')
  for (let n = 0; n < 30; n += 1) expect(await send()).toBe('refused')
  answer = 200
  expect(await send()).toBe('go')
  answer = 503
  for (let n = 0; n < 30; n += 1) await send()
  expect(tried).toBe(40)
  gateway.close()
  await sql`delete from rate_bucket where key like 'sms house%'`.execute(db)
  for (let n = 0; n < 15; n += 1) expect(await send(), 'nobody answers').toBe('refused')
})
