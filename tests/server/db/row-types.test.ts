import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type Sql, sql } from '#server/db/sql'
import { findWrongRows } from '#tests/rows/check'
import { wrongStatements, rightStatements, unusedStatement } from '#tests/rows/planted'
import { storeSeenRows } from '#tests/rows/recorder'
import { testDatabase } from '#tests/support/database/test-database'

const { db } = await testDatabase({ migrated: false })
const root = mkdtempSync(join(tmpdir(), 'planted-rows-'))
afterAll(() => rmSync(root, { recursive: true }))

/** The file of this small product that contains the deliberately wrong statements. */
const file = 'server/rooms/park/repository.ts'
for (const place of ['contract', 'demo']) mkdirSync(join(root, place))
for (const same of ['package.json', 'tsconfig.json', 'server/db/sql.ts'])
  cpSync(same, join(root, same))
cpSync('tests/rows/planted.ts', join(root, file))

test('rows that are not what the database gives are found, with their line, and no others', async () => {
  storeSeenRows()
  const asked: Sql[] = [...Object.values(wrongStatements), ...rightStatements]
  for (const statement of asked) await statement.execute(db)
  expect(asked).not.toContain(unusedStatement)
  const seen = join(root, 'seen')
  storeSeenRows(seen)
  const found = findWrongRows(root, seen)
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const lineOf = (words: string) => lines.findIndex((line) => line.includes(words)) + 1
  const wrong = Object.keys(wrongStatements).map((name) => `${file}:${lineOf(`'${name}': sql`)}`)
  const places = found.map((one) => /^\S+:\d+/.exec(one)?.[0])
  expect(new Set(places)).toEqual(new Set([...wrong, `${file}:${lineOf('unusedStatement')}`]))
})

test('a recorder that is loaded once more takes the place of the one before', async () => {
  vi.resetModules()
  await import('#tests/rows/recorder')
  const error: unknown = await sql`select 1 / 0`.execute(db).catch((thrown: unknown) => thrown)
  const { stack = '' } = error instanceof Error ? error : {}
  expect(stack.match(/executeAndNote/g)).toHaveLength(1)
})
