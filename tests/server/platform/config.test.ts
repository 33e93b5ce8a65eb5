import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config'
import { makeLiveEnvironment } from '#tests/support/server/live-environment'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'waka-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

test('secrets are made once, for their owner only', () => {
  const first = readConfig({ DATA_DIR })
  expect(readConfig({ DATA_DIR })).toEqual(first)
  expect(first.ticket_keys).toMatchObject([{ kid: 1, state: 'active' }])
  for (const file of ['session-secret', 'ticket-keys.json', 'vapid-keys.json']) {
    expect(statSync(join(DATA_DIR, file)).mode & 0o777).toBe(0o600)
  }
})

test('production refuses everything makeshift and names each variable', () => {
  const refused = () =>
    readConfig({ DATA_DIR, NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32) })
  for (const name of [
    'DATABASE_URL',
    'PAYSTACK_SECRET_KEY',
    'FLUTTERWAVE_SECRET_KEY',
    'GOOGLE_CLIENT_ID',
    'SMTP_URL',
    'SMS_URL',
    'TICKET_KEYS',
    'VAPID_PUBLIC_KEY',
  ]) {
    expect(refused).toThrow(`${name}: must be set in production`)
  }
  expect(refused).not.toThrow('SESSION_SECRET: must')
  expect(readConfig({ DATA_DIR, NODE_ENV: 'production', DEMO: '1' })).toMatchObject({
    production: true,
    demo: true,
  })
})

test('money is taken into wallets at home and in a show, in production only when told to', () => {
  const isTaken = (env: Record<string, string>) => readConfig({ DATA_DIR, ...env }).wallet_topup
  expect(isTaken({})).toBe(true)
  expect(isTaken({ WALLET_TOPUP: '0' })).toBe(false)
  expect(isTaken({ NODE_ENV: 'production', DEMO: '1' })).toBe(true)
  const live = makeLiveEnvironment(DATA_DIR)
  expect(isTaken(live)).toBe(false)
  expect(isTaken({ ...live, WALLET_TOPUP: '1' })).toBe(true)
})

test('a wrong variable is named', () => {
  expect(() => readConfig({ DATA_DIR, PORT: '70000' })).toThrow('PORT')
  expect(() => readConfig({ DATA_DIR, GOOGLE_CLIENT_ID: 'x' })).toThrow('GOOGLE_CLIENT_SECRET')
  expect(() => readConfig({ DATA_DIR, TICKET_KEYS: '[]' })).toThrow(
    'TICKET_KEYS: one key must be active',
  )
})

test('keys make a third party real', () => {
  const PAYSTACK_SECRET_KEY = `sk_test_${'k'.repeat(24)}`
  const config = readConfig({ DATA_DIR, PORT: '4120', PAYSTACK_SECRET_KEY })
  expect(config.paystack).toEqual({
    stand_in: false,
    secret_key: PAYSTACK_SECRET_KEY,
    webhook_secret: PAYSTACK_SECRET_KEY,
    base_url: 'https://api.paystack.co',
  })
  expect(config.flutterwave).toMatchObject({
    stand_in: true,
    base_url: 'http://127.0.0.1:4120/sandbox/flutterwave',
  })
})
