import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config'
import { secretVariables } from '#server/platform/secret-files'
import { makeLiveEnvironment } from '#tests/support/server/live-environment'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'waka-secrets-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

/** Writes a file where a secrets manager would mount it. */
function mounted(name: string, content: string): string {
  const path = join(DATA_DIR, name.toLowerCase())
  writeFileSync(path, content)
  return path
}

const live: Record<string, string> = {
  ...makeLiveEnvironment(DATA_DIR),
  METRICS_TOKEN: 'm'.repeat(24),
}

test('ASVS 13.3.1: every secret may come from a file that a secrets manager mounts', () => {
  const fromFiles = Object.fromEntries(
    Object.entries(live).map(([name, value]) =>
      secretVariables.some((one) => one === name)
        ? [`${name}_FILE`, mounted(name, `${value}\n`)]
        : [name, value],
    ),
  )
  for (const name of secretVariables) expect(fromFiles).not.toHaveProperty(name)
  expect(readConfig(fromFiles)).toEqual(readConfig(live))
})

test('no variable that holds a secret is forgotten', () => {
  const named = (file: string, name: RegExp) =>
    [...readFileSync(file, 'utf8').matchAll(name)].map(([, found = '']) => found)
  const names = new Set([
    ...named('server/config/environment.ts', /^ {2}([A-Z_]+): /gm),
    ...named('server/config/payment-settings.ts', /'([A-Z]+_[A-Z_]+)'/g),
  ])
  for (const name of ['SESSION_SECRET', 'PAYSTACK_SECRET_KEY']) expect(names).toContain(name)
  const secret = [...names].filter((name) =>
    /SECRET|TOKEN|HASH|PRIVATE|KEYS$|^SMTP|^SMS_URL|^DATABASE/.test(name),
  )
  expect(secret.toSorted()).toEqual([...secretVariables].toSorted())
})

test('a file that is not there or empty, and a secret given twice, are named, and nothing is made up instead', () => {
  const SESSION_SECRET_FILE = mounted('session', 'a'.repeat(40))
  const read = (env: Record<string, string>) => () => readConfig({ DATA_DIR, ...env })
  expect(read({ SESSION_SECRET_FILE })().session_secret).toBe('a'.repeat(40))
  expect(read({ SESSION_SECRET_FILE, SESSION_SECRET: 'b'.repeat(40) })).toThrow(
    'SESSION_SECRET_FILE: SESSION_SECRET is set as well',
  )
  expect(read({ SESSION_SECRET_FILE: join(DATA_DIR, 'nowhere') })).toThrow(
    /SESSION_SECRET_FILE: .*nowhere cannot be read \(ENOENT\)/,
  )
  expect(read({ SESSION_SECRET_FILE: mounted('empty', '\n') })).toThrow('is empty')
  expect(read({ SESSION_SECRET_FILE: mounted('short', 'short') })).toThrow('at least 32 characters')
})
