import { readFileSync } from 'node:fs'
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'

const { db } = await testDatabase()
const migration = readFileSync('server/db/migrations/0030_phone_numbers.sql', 'utf8')

async function storePerson(phone: string, is_verified = false): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into person (id, full_name, phone, phone_verified_at, referral_code)
    values (gen_random_uuid(), 'Ada Obi', ${phone}, case when ${is_verified} then now() end, gen_random_uuid()::text) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}

const findPhone = async (id: string) =>
  (await sql<{ phone: string }>`select phone from person where id = ${id}`.execute(db)).rows[0]
    ?.phone

test.each([
  ['+4407911123458', '+447911123458'],
  ['+23412701234', '+2342012701234'],
  ['+23408031234567', '+2348031234567'],
  ['+234012701235', '+2342012701235'],
  ['+390669821234', '+390669821234'],
  ['+2348031234569', '+2348031234569'],
])('the stored number %s becomes %s', async (before, after) => {
  const id = await storePerson(before)
  await sql.raw(migration).execute(db)
  expect(await findPhone(id)).toBe(after)
})

test('a number that another account has verified stays as it is', async () => {
  await storePerson('+447911123459', true)
  const id = await storePerson('+4407911123459', true)
  await sql.raw(migration).execute(db)
  expect(await findPhone(id)).toBe('+4407911123459')
})

test('the migration knows every country whose trunk prefix is 0', () => {
  const isTrunkZero = (country: ReturnType<typeof getCountries>[number]) => {
    const example = getExampleNumber(country, examples)
    if (example === undefined) return false
    const { countryCallingCode, nationalNumber, number } = example
    const parsed = parsePhoneNumberFromString(`+${countryCallingCode}0${nationalNumber}`)
    return parsed?.number === number && parsed.isPossible()
  }
  const codes = new Set(
    getCountries()
      .filter(isTrunkZero)
      .map((country) => getCountryCallingCode(country)),
  )
  const [, listed = ''] = /trunk constant text := '\^\\\+\(([\d|]+)\)/.exec(migration) ?? []
  expect(new Set(listed.split('|'))).toEqual(codes)
})
