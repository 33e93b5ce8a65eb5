import { maxUnpaidChartersOfNetwork } from '#contract/charters/trips/rules'
import { maxFuelReportsPerDay } from '#contract/fuel/rules'
import { maxReviewsPerDay } from '#contract/reviews/rules'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as accounts from '#contract/accounts/rules'
import { maxPhotoBytes, photoBodyKb } from '#contract/photo'
import { maxSeats, parcelDataDays, passengerDataDays } from '#contract/policy'
import { readConfig } from '#server/config'
import { sql } from '#server/db/sql'
import { accountLimits, hashPassword } from '#server/rooms/accounts'
import { makeStaffApiKey } from '#server/rooms/operators'
import { bodyLimit } from '#server/http/fastify'
import { floodLimits, limits } from '#server/http/limits'
import { photoLimits } from '#server/platform/photos'
import { maxSmsPerDay } from '#server/platform/sms-numbers'
import { testDatabase } from '#tests/support/database/test-database'

/* Checks that every number in SECURITY.md comes from the code, or is a promise that no code can keep. */

const { db } = await testDatabase()
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: `/tmp/waka-figures-${process.pid}` })
const formatNumber = (count: number) => count.toLocaleString('en')
const MiB = 1024 * 1024

/** Reads a text from the source of a database function. */
async function inFunction(name: string, pattern: RegExp): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select prosrc as text from pg_proc where proname = ${name}`.execute(db)
  return pattern.exec(rows[0]?.text ?? '')?.[1] ?? `nothing in ${name}`
}

const { guesses, codeGuesses, ofKnownDevice, codes } = accountLimits
const openHolds = await inFunction(
  'hold_seats',
  />= (\d+) then\s+return query select 'too_many_holds'/,
)
const maxUnpaid = await inFunction('check_network_limit', /most_all := (\d+) \*/)
const [, argonMemory = '', argonPasses = ''] =
  /m=(\d+),t=(\d+)/.exec(await hashPassword('four words in a row', 'a test')) ?? []
const keyLetters = (await makeStaffApiKey(db, 'A test', ['claims'])).split('_')[2] ?? ''

/** Sentences with their numbers taken from the code. */
const figures = [
  `${formatNumber(limits.read.size)} reads and then ${limits.read.perSecond} a second`,
  `${limits.write.size} writes and then ${limits.write.perSecond} a second`,
  `${limits.proof.size} calls that show a phone or a token and then ${limits.proof.perSecond} a second`,
  `${limits.pay.size} payments and then ${limits.pay.perSecond} a second`,
  `${limits.paper.size} PDFs and exports and then ${limits.paper.perSecond} a second`,
  `${formatNumber(floodLimits.calls)} requests in ${floodLimits.seconds} seconds of any kind, and ${formatNumber(floodLimits.files)} of the app's files`,
  `${openHolds} open holds, ${maxSeats} seats a booking, ${maxReviewsPerDay} reviews and ${maxFuelReportsPerDay} fuel reports a day`,
  `Unknown people of one network: ${maxUnpaid} seats and ${maxUnpaidChartersOfNetwork} vehicles unpaid`,
  `Codes to one address: ${codes.soon.size} in ${minutes(codes.soon)} minutes and ${aDay(codes.here)} a day from one network, ${aDay(codes.anywhere)} a day from all`,
  `has ${codes.deviceSoon.size} in ${minutes(codes.deviceSoon)} minutes and ${aDay(codes.device)} a day of its own`,
  `SMS of codes: ${maxSmsPerDay.code} a day to a number, and ${maxSmsPerDay.own_code} for devices it knows; ${formatNumber(config.sms.per_hour)} an hour and ${formatNumber(config.sms.per_day)} a day in total`,
  `A body has ${bodyLimit / 1024} KiB, with photos ${photoBodyKb / 1024} MiB`,
  `up to ${maxPhotoBytes / MiB} MiB a claim in all, up to ${photoLimits.maxPixels / 1e6} megapixels`,
  `${formatNumber(photoLimits.longestSide)} long at most, in ${photoLimits.maxScans} scans, one at a time of a person and ${photoLimits.atOnce} in all, each for ${photoLimits.maxSeconds} seconds at most`,
  `${anHour(guesses.here)} an hour at an account from one network, ${anHour(guesses.anywhere)} from everywhere, ${anHour(guesses.network)} from one network at all accounts, ${anHour(ofKnownDevice)} from a device`,
  `A code has ${accounts.codeDigits} digits, lives ${accounts.codeValidityMinutes} minutes and is tried ${accounts.maxCodeTries} times by the asking device`,
  `One network has ${codeGuesses.reset.size} wrong codes at all accounts, then ${anHour(codeGuesses.reset)} an hour`,
  `Passwords have ${accounts.minPasswordLength} to ${accounts.maxPasswordLength} characters`,
  `An access token lives ${accounts.accessTokenMinutes} minutes`,
  `lives ${accounts.accessTokenMinutes} minutes and names one login`,
  `a login ends ${accounts.loginIdleDays} days after its last use and ${accounts.maxLoginDays} days after its start`,
  `${keyLetters.length * 5} random bits, kept as SHA-256`,
  `argon2id, ${Number(argonMemory) / 1024} MiB, ${argonPasses} pass`,
  `never in logs, pushes or public pages | ${passengerDataDays} days after arrival`,
  `the same | ${parcelDataDays.ended} days after its end, or ${parcelDataDays.endless} days where it has none`,
  `photos ${parcelDataDays.ended} days after the end`,
  `the same | ${await countStoredLogins()} days |`,
]

/** Numbers of SECURITY.md that no code confirms: promises by people, and names that contain numbers. */
const others = [
  'OWASP ASVS 5.0 levels 1 and 2',
  'E.164',
  'A thing of somebody else is 404',
  'HMAC-SHA-256, HKDF, AES-256-GCM',
  'Ed25519',
  'P-256',
  'argon2id',
  'kept as SHA-256',
  'with 503 and Retry-After',
  'within 7 days where it can be reached from outside, else within 30; all others are renewed every three months',
  'keeps them 90 days where the server cannot change them',
  'TLS 1.2 and 1.3',
]

function aDay({ perSecond }: { perSecond: number }): number {
  return Math.round(perSecond * 86_400)
}
function anHour({ perSecond }: { perSecond: number }): number {
  return Math.round(perSecond * 3600)
}
/** The minutes after which an exhausted limit is full again. */
function minutes({ size, perSecond }: { size: number; perSecond: number }): number {
  return Math.round(size / perSecond / 60)
}

/** The days for which ended logins are stored, measured by what the nightly job leaves. */
async function countStoredLogins(): Promise<number> {
  const { logins } = await import('#server/rooms/accounts')
  const days = [29, 31]
  for (const ago of days)
    await sql`
      with one as (
        insert into person (id, full_name, referral_code)
        values (md5(${`kept ${ago}`})::uuid, 'A Person', ${`KEPT${ago}`}) returning id
      )
      insert into login (id, person_id, device, idle_until, ends_at)
      select id, id, 'a phone', now() - ${ago} * interval '1 day', now() from one`.execute(db)
  await logins.forgetOld(db)
  const { rows } = await sql`select 1 from login where device = 'a phone'`.execute(db)
  return rows.length === 1 ? 30 : Number.NaN
}

const flat = (text: string) => text.replace(/\s+/g, ' ')
const page = flat(readFileSync('SECURITY.md', 'utf8'))
const numberWords =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|twice)\b/i

/** Finds the code's sentences that the page lacks, and the page's numbers that the code does not confirm. */
function doubts(text: string): { missing: string[]; unknown: string[] } {
  const missing = [...figures, ...others].filter((one) => !text.includes(one))
  let rest = text
  for (const one of [...figures, ...others].toSorted((a, b) => b.length - a.length))
    rest = rest.replaceAll(one, ' ')
  const unknown = rest
    .trim()
    .split(/(?<=[.;|])\s+/)
    .filter((sentence) => numberWords.test(sentence))
  return { missing, unknown }
}

test('every figure in SECURITY.md is the code’s', () => {
  expect(doubts(page)).toEqual({ missing: [], unknown: [] })
})

test('a figure that is changed on the page is found, each of them', () => {
  for (const one of figures) {
    const wrong = page.replaceAll(
      one,
      one.replace(/\d+/, (digits) => `${Number(digits) + 1}`),
    )
    expect([one, doubts(wrong).missing]).toEqual([one, expect.arrayContaining([one])])
    expect(doubts(wrong).unknown, one).not.toEqual([])
  }
  expect(doubts(`${page} A person has 17 lives.`).unknown).toEqual(['A person has 17 lives.'])
  expect(doubts(`${page} A person has nine lives.`).unknown).toEqual(['A person has nine lives.'])
})
