import { createHash } from 'node:crypto'
import { makeDemoOperatorKey, demoStaffKey } from '#server/db/demo-marks'
import { operators } from './operators.ts'
import { makeSeedId } from './random.ts'
import { insertAll, type DemoContext } from './rows.ts'

const rowOf = (id: string, key: string) => ({
  id,
  name: key.slice(3, 9),
  sha256: `\\x${createHash('sha256').update(key).digest('hex')}`,
  label: 'Demo',
})

/** Gives every operator of the demo country a key, and also our staff of the demo. */
export async function writeOperatorKeys({ db, seed }: DemoContext): Promise<void> {
  const rows = operators.map(({ code }) => ({
    ...rowOf(makeSeedId(seed, `operator key ${code}`), makeDemoOperatorKey(code)),
    operator_id: makeSeedId(seed, `operator ${code}`),
    scopes: [
      'boarding',
      'counter',
      'claims',
      'invoices',
      'reviews',
      'departures',
      'support',
      'directory',
    ],
  }))
  await insertAll(db, 'operator_key', rows)
  const staff = rowOf(makeSeedId(seed, 'staff key'), demoStaffKey)
  const scopes = [
    'claims',
    'finance',
    'refunds',
    'invoices',
    'reviews',
    'moderation',
    'directory',
    'support',
  ]
  await insertAll(db, 'staff_key', [{ ...staff, scopes }])
}
