import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { withConnection } from '#server/db/client'
import { describeTables } from '#server/db/tables-text'
import { testDatabase } from '#tests/support/database'

const { url } = await testDatabase()
const home = resolve(import.meta.dirname, '../../server/db')

test('server/db/tables says what the migrations say (else: npm run tables)', async () => {
  const files = await withConnection(url, 'waka tests', describeTables)
  for (const [file, text] of files) expect(readFileSync(resolve(home, file), 'utf8')).toBe(text)
  expect(readdirSync(resolve(home, 'tables')).map((name) => `tables/${name}`)).toEqual(
    [...files.keys()].filter((file) => file.startsWith('tables/')).sort(),
  )
})
