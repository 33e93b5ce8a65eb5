import { expect, test } from 'vitest'
import { makeBackupText } from '#tests/load/backup/backed-up-postgres'

test('no path, port or passphrase of the example is left in the configuration of a backup', () => {
  const at = { folder: '/tmp/one', data: '/tmp/one/data', port: 15432 }
  const text = makeBackupText(at)
  expect(text).toContain('pg1-path=/tmp/one/data\n')
  expect(text).toContain('repo1-path=/tmp/one/repository\n')
  expect(text).not.toMatch(/=\/var\/|replace-this|=5432/)
  expect(text).not.toBe(makeBackupText(at))
})
