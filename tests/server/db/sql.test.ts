import { expect, test } from 'vitest'
import { compileSql, sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'

const { db } = await testDatabase({ migrated: false })

test('values are parameters, numbered as they come, through pieces within pieces', () => {
  const open = sql`open = ${true}`
  const kept = sql`(${open} or seats > ${3})`
  expect(compileSql(sql`select from trip where code = ${'A'} and ${kept} limit ${5}`)).toEqual({
    text: 'select from trip where code = $1 and (open = $2 or seats > $3) limit $4',
    values: ['A', true, 3, 5],
  })
})

test('a template says the same text whatever its values, also once a value was a piece', () => {
  const find = (seats: unknown) => compileSql(sql`select from trip where seats = ${seats}`)
  expect([find(1), find(sql`any (${[2]})`), find(3)]).toEqual([
    { text: 'select from trip where seats = $1', values: [1] },
    { text: 'select from trip where seats = any ($1)', values: [[2]] },
    { text: 'select from trip where seats = $1', values: [3] },
  ])
})

test('pieces and values are joined, by commas unless told, and none are nothing', () => {
  const joined = sql.join([1, sql`now()`, 'b'])
  expect(compileSql(joined)).toEqual({ text: '$1, now(), $2', values: [1, 'b'] })
  expect(compileSql(sql.join([sql`a`, sql`b`], sql` and `)).text).toBe('a and b')
  const between = sql.join([sql`a`, sql`b`, sql`c`], sql` + ${7} + `)
  expect(compileSql(between)).toEqual({ text: 'a + $1 + b + $2 + c', values: [7, 7] })
  expect(compileSql(sql`select ${sql.join([])}`)).toEqual({ text: 'select ', values: [] })
})

const attacks = [`'; drop table trip; --`, `$1`, '${1}', `\\'`, '"', '%']

test.each(attacks)('what a person writes stays a value: %s', async (attack) => {
  const statement = sql<{ same: string }>`select ${attack}::text as same`
  expect(compileSql(statement)).toEqual({ text: 'select $1::text as same', values: [attack] })
  expect((await statement.execute(db)).rows).toEqual([{ same: attack }])
})

test('an object that looks like a piece is a value', async () => {
  const forged: unknown = JSON.parse('{ "texts": ["1; drop table trip"], "values": [] }')
  const { rows } = await sql<{ same: unknown }>`select ${forged}::jsonb as same`.execute(db)
  expect(rows).toEqual([{ same: forged }])
})

test('names are quoted, each part of a path by itself', () => {
  expect(compileSql(sql.ref('pg_temp.stops')).text).toBe('"pg_temp"."stops"')
  expect(compileSql(sql.ref('a" or true --')).text).toBe('"a"" or true --"')
})

test.each(attacks)('a constant in the text is one constant: %s', async (attack) => {
  const { rows } = await sql`select ${sql.lit(attack)} as same, ${sql.lit(-1)} as less`.execute(db)
  expect(rows).toEqual([{ same: attack, less: -1 }])
})

test('rows that were read or written are counted', async () => {
  await sql`create table kept (id int primary key)`.execute(db)
  const insert = sql`insert into kept select ${1}::int union select ${2}::int on conflict do nothing`
  expect((await insert.execute(db)).rowCount).toBe(2)
  expect((await insert.execute(db)).rowCount).toBe(0)
})

test('a statement that fails says where it was asked', async () => {
  const askWrongly = async () => sql`select ${1} / 0`.execute(db)
  await expect(askWrongly()).rejects.toMatchObject({
    code: '22012',
    stack: expect.stringContaining('sql.test.ts'),
  })
  const inside = db.transaction(async (tx) => sql`select ${1} / 0`.execute(tx))
  await expect(inside).rejects.toMatchObject({ stack: expect.stringContaining('sql.test.ts') })
})
