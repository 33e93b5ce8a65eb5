import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sessionSettings } from '#server/db/client'

/*
 * A pooler in transaction mode gives each transaction another connection. What outlives a transaction on a connection
 * is therefore lost, or disturbs somebody else.
 */

/** Files that work past the pooler, on `direct_url`, or that only try a connection and close it. */
const direct = [
  'server/db/app-role.ts',
  'server/db/embedded-postgres.ts',
  'server/db/listen.ts',
  'server/db/migrate.ts',
]

const sessionBound: Record<string, RegExp> = {
  'a lock of a session': /\bpg_(?:try_)?advisory_(?:un)?lock(?:_shared|_all)?\s*\(/i,
  // Only at the start of a statement, since an update and the head of a function contain a `set`, too.
  'a setting of a session':
    /(?:[`'"]|;|\bbegin\b|\bthen\b)\s*set\s+(?!local\b)(?:session\s+)?\w+\s*(?:=|to\b)/i,
  'a setting of a session by function': /set_config\([^)]*,\s*false\s*\)/i,
  'a role of a session': /[`'";]\s*set\s+(?:session\s+)?(?:role|authorization)\b/i,
  'a channel': /[`'"]\s*(?:un)?listen\s/i,
  'a temporary table that stays':
    /create\s+temp(?:orary)?\s+table(?!(?:\$\{[^}]*\}\)?\}|[^;`]|`[^`]*`)*?on\s+commit\s+drop)/i,
  'a cursor that stays': /\bwith\s+hold\b/i,
  'a prepared statement': /[`'"]\s*(?:prepare|deallocate)\s+\w/i,
}

function findSessionState(path: string, text: string): string[] {
  const withoutComments = text.replaceAll(/^\s*(?:--|\/\/|\/?\*).*$/gm, '')
  return Object.entries(sessionBound)
    .filter(([, form]) => form.test(withoutComments))
    .map(([name]) => `${path}: ${name}`)
}

test('nothing that the API asks of its database outlives a transaction', () => {
  const found = ['server', 'demo']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => /\.(?:ts|sql)$/.test(path) && !path.startsWith('server/db/migrations/'))
    .filter((path) => !direct.includes(path))
    .flatMap((path) => findSessionState(path, readFileSync(path, 'utf8')))
  expect(found).toEqual([])
})

test('running.md names the settings that a pooler’s user needs', () => {
  const commands = Object.entries(sessionSettings).map(
    ([name, value]) => `alter role waka_pooled set ${name} = ${value};`,
  )
  expect(readFileSync('docs/running.md', 'utf8')).toContain(commands.join('\n'))
})

test.each([
  ['a lock of a session', 'sql`select pg_advisory_lock(1)`'],
  ['a lock of a session', 'sql`select pg_try_advisory_lock_shared(1)`'],
  ['a setting of a session', 'sql`set jit = off`'],
  ['a setting of a session', "query('set session statement_timeout to 0')"],
  ['a setting of a session by function', "select set_config('jit', 'off', false)"],
  ['a role of a session', 'sql`set role waka_app`'],
  ['a channel', 'query(`listen events`)'],
  ['a temporary table that stays', 'sql`create temp table x (y int)`'],
  ['a cursor that stays', 'declare c cursor with hold for select 1'],
  ['a prepared statement', 'sql`prepare x as select 1`'],
])('it is noticed: %s', (name, text) => {
  expect(findSessionState('here', text)).toContain(`here: ${name}`)
})

test('what ends with its transaction is allowed', () => {
  const text = `
    sql\`select pg_try_advisory_xact_lock(1)\`
    sql\`set local jit = off\`
    sql\`create temp table x (
      y int
    ) on commit drop\`
    update trip
      set status = 'departed'`
  expect(findSessionState('here', text)).toEqual([])
})
