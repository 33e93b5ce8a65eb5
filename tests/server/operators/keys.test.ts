import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { listOperatorDepartures } from '#contract/boarding/endpoints'
import { listOperatorParcels } from '#contract/parcels/endpoints'
import { sql } from '#server/db/sql'
import { makeStaffAuthenticator, makeStaffApiKey, revokeStaffApiKey } from '#server/rooms/operators'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

const { db, url } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const run = promisify(execFile)

/** Runs a command about keys; returns its output and its exit code. */
async function command(name: 'operator-key' | 'staff-key', ...words: string[]) {
  const env = { ...process.env, DATABASE_URL: url, NODE_ENV: 'test' }
  const ran = run(process.execPath, [`server/commands/${name}.ts`, ...words], { env })
  return ran.then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

async function anOperatorCode(): Promise<string> {
  const id = await anOperator(db)
  const { rows } = await sql<{ code: string }>`select code from operator where id = ${id}`.execute(
    db,
  )
  return rows[0]?.code ?? ''
}

describe('the command of operators’ keys', () => {
  test('gives a new key the scopes that were named, and only those', async () => {
    const { said: token } = await command(
      'operator-key',
      await anOperatorCode(),
      'Gate 4',
      '--scopes',
      'boarding',
    )
    const as = { token }
    const day = { date: '2026-11-21' }
    expect((await server.call(listOperatorDepartures, day, { as })).status).toBe(200)
    expect((await server.call(listOperatorParcels, {}, { as })).problem.code).toBe('not_allowed')
    expect(await command('operator-key', '--revoke', token.slice(3, 9))).toMatchObject({ code: 0 })
    expect((await server.call(listOperatorDepartures, day, { as })).status).toBe(401)
  })

  test('makes none without scopes, or with one that does not exist', async () => {
    const code = await anOperatorCode()
    for (const words of [[], ['--scopes', ''], ['--scopes', 'boarding,everything']]) {
      const { code: exit, said } = await command('operator-key', code, 'Gate 4', ...words)
      expect([exit, said]).toEqual([1, expect.stringContaining('boarding, counter, claims')])
    }
    const { rows } = await sql`select from operator_key k join operator o on o.id = k.operator_id
      where o.code = ${code}`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('a key of our staff', () => {
  const known = (token: string) => makeStaffAuthenticator(server.host)(token)

  test('is made and ended by its command, and is stored as its hash', async () => {
    const { said: token } = await command('staff-key', 'Claims desk', '--scopes', 'claims')
    expect(token).toMatch(/^st_\w{6}_\w{26}$/)
    expect(await known(token)).toMatchObject({ kind: 'staff', scopes: ['claims'] })
    const { rows } = await sql<{ row: string }>`select k::text as row from staff_key k`.execute(db)
    expect(rows.map(({ row }) => row).join()).not.toContain(token.slice(10))
    expect(await command('staff-key', '--revoke', token.slice(3, 9))).toMatchObject({ code: 0 })
    expect(await known(token)).toBeUndefined()
    await expect(revokeStaffApiKey(db, token)).rejects.toThrow('could not find this')
  })

  test('opens nothing that is for operators, and theirs nothing that is for staff', async () => {
    const token = await makeStaffApiKey(db, 'Desk', ['boarding', 'counter', 'claims', 'finance'])
    const answer = await server.call(listOperatorParcels, {}, { as: { token } })
    expect(answer.problem.code).toBe('not_allowed')
    expect(await known(token.replace('st_', 'op_'))).toBeUndefined()
  })
})
