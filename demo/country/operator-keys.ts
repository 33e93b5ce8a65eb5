import { createHash } from 'node:crypto'
import { demoKeyOf, demoStaffKey } from '#server/db/demo-marks'
import { operators } from './operators.ts'
import { seedId } from './random.ts'
import { insertAll, type Ground } from './rows.ts'

const rowOf = (id: string, key: string) => ({
  id,
  name: key.slice(3, 9),
  sha256: `\\x${createHash('sha256').update(key).digest('hex')}`,
  label: 'Demo',
})

/** Gives every operator of the demo country its key, and the demo's staff theirs. */
export async function writeOperatorKeys({ db, seed }: Ground): Promise<void> {
  const rows = operators.map(({ code }) => ({
    ...rowOf(seedId(seed, `operator key ${code}`), demoKeyOf(code)),
    operator_id: seedId(seed, `operator ${code}`),
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
  const staff = rowOf(seedId(seed, 'staff key'), demoStaffKey)
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
