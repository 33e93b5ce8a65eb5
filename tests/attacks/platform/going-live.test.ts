import { expect, test } from 'vitest'
import { readConfig } from '#server/config'
import { refuseDemoPeople } from '#server/db/demo-marks'
import { writePeople } from '#demo/country/people'
import { testDatabase } from '#tests/support/database/test-database'
import { makeLiveEnvironment } from '#tests/support/server/live-environment'
import { aConfig, aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const live = makeLiveEnvironment(aConfig().data_dir)
const { DATA_DIR } = live
const PAYSTACK_SECRET_KEY = `sk_live_${'k'.repeat(40)}`
const refused = (over: Record<string, string>, from: Record<string, string> = live) => {
  try {
    readConfig({ ...from, ...over })
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

test('what is set as it should be goes live, with no show beside it', () => {
  expect(readConfig(live)).toMatchObject({ production: true, show: false })
  expect(readConfig({ DATA_DIR })).toMatchObject({ production: false, show: true })
})

test('a real key wants to be told where it is: NODE_ENV must be set', () => {
  expect(refused({ NODE_ENV: '' })).toContain('NODE_ENV: must be set beside real keys')
  const alone = { DATA_DIR, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  expect(refused({}, alone)).toContain('NODE_ENV: must be set beside real keys (GOOGLE_CLIENT_ID)')
})

test('beside one real key no other company is played, wherever it runs', () => {
  const said = refused({}, { DATA_DIR, NODE_ENV: 'development', PAYSTACK_SECRET_KEY })
  expect(said).toContain('FLUTTERWAVE_SECRET_KEY: must be set beside real keys')
  expect(said).toContain('SMTP_URL: must be set beside real keys')
})

test('keys with which no money moves may be tried beside stand-ins, and never sell', () => {
  const key = `sk_test_${'k'.repeat(40)}`
  expect(readConfig({ DATA_DIR, PAYSTACK_SECRET_KEY: key }).show).toBe(true)
  expect(refused({ PAYSTACK_SECRET_KEY: key })).toContain('PAYSTACK_SECRET_KEY: is a test key')
})

test.each(['PUBLIC_URL', 'PAYSTACK_BASE_URL', 'FLUTTERWAVE_BASE_URL', 'SMS_URL'])(
  'in production %s begins with https',
  (name) => {
    expect(refused({ [name]: 'http://there.example' })).toContain(`${name}: must begin with https`)
  },
)

test.each([
  'postgresql://there/waka',
  'postgresql://there/waka?sslmode=disable',
  'postgresql://there/waka?sslmode=prefer',
  'postgresql://there/waka?sslmode=no-verify',
  'postgresql://there/waka?sslmode=verify-full&sslmode=disable',
  'postgresql://there/waka?sslmode=require&uselibpqcompat=true',
  'postgresql://there/waka?sslmode=require&ssl=0',
  'postgresql://localhost/waka?host=10.0.0.7',
])('the way to the database is encrypted: %s is refused', (DATABASE_URL) => {
  expect(refused({ DATABASE_URL })).toContain('DATABASE_URL: must ask for TLS')
  expect(refused({ DATABASE_URL, ALLOW_PLAIN_DATABASE: 'no' })).toContain('ALLOW_PLAIN_DATABASE')
  const because = { DATABASE_URL, ALLOW_PLAIN_DATABASE: 'WireGuard between both machines' }
  expect(refused(because)).toBe('')
})

test('a database on this machine needs no TLS', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', '%2Fvar%2Frun%2Fpostgresql'])
    expect(refused({ DATABASE_URL: `postgresql://${host}/waka` })).toBe('')
})

test('mail leaves encrypted or not at all', () => {
  expect(readConfig(live).smtp_requires_tls).toBe(true)
  expect(readConfig({ ...live, SMTP_URL: 'smtp://there:587' }).smtp_requires_tls).toBe(true)
  for (const loose of ['ignoreTLS=true', 'tls.rejectUnauthorized=false', 'requireTLS=false'])
    expect(refused({ SMTP_URL: `smtp://there?${loose}` })).toContain(
      'SMTP_URL: must not change how',
    )
  const ALLOW_PLAIN_MAIL = 'the relay is on the same private network'
  const plain = readConfig({ ...live, SMTP_URL: 'smtp://there?ignoreTLS=true', ALLOW_PLAIN_MAIL })
  expect(plain.smtp_requires_tls).toBe(false)
})

test('what proves a webhook has at least 24 characters', () => {
  for (const name of ['FLUTTERWAVE_WEBHOOK_HASH', 'PAYSTACK_SECRET_KEY'])
    expect(refused({ [name]: 'h'.repeat(23) })).toContain(`${name}: proves who sends us webhooks`)
})

test('SESSION_SECRET may name those before it, and each is long', () => {
  const [now, before] = ['n'.repeat(32), 'b'.repeat(32)]
  const config = readConfig({ ...live, SESSION_SECRET: `${now}, ${before}` })
  expect(config).toMatchObject({ session_secret: now, old_session_secrets: [before] })
  expect(refused({ SESSION_SECRET: `${now},short` })).toContain('at least 32 characters for each')
  expect(refused({ SESSION_SECRET: `${now},${now}` })).toContain('one is listed twice')
  const four = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)).join(',')
  expect(refused({ SESSION_SECRET: four })).toContain('at most three')
})

test('a show stands beside no real key: no demo people, no /sandbox, no open /metrics', async () => {
  expect(refused({ DEMO: '1' })).toContain('DEMO: cannot be on beside real keys')
  const { show, push } = readConfig({ ...live, NODE_ENV: 'development' })
  expect(show).toBe(false)
  const real = await aServer(db, { config: { show, push, production: false } })
  for (const path of ['', '/mail', '/sms', '/parcels', '/google/client.js', '/paystack', '/push/x'])
    expect((await real.app.inject(`/sandbox${path}`)).statusCode).toBe(404)
  expect((await real.app.inject('/metrics')).statusCode).toBe(404)
  await real.close()
})

test('a database that was shown is not opened for real people', async () => {
  await expect(refuseDemoPeople(db, { show: false })).resolves.toBeUndefined()
  await writePeople({ db, seed: 1, today: '2026-11-21' })
  await expect(refuseDemoPeople(db, { show: true })).resolves.toBeUndefined()
  await expect(refuseDemoPeople(db, { show: false })).rejects.toThrow(/the demo’s people and keys/)
})
