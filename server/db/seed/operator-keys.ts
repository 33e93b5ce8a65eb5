import { createHash } from 'node:crypto'
import { referenceAlphabet } from '#contract/reference'
import { operators } from './operators.ts'
import { seedId } from './random.ts'
import { insertAll, type Ground } from './rows.ts'

/** The key with which an operator of the demo country calls the API: the same in every demo, and no secret. */
export const demoKeyOf = (operator: string): string =>
  demoKey('op', `waka demo operator key ${operator}`)

/** The key of the demo's own staff, as little of a secret. */
export const demoStaffKey = demoKey('st', 'waka demo staff key')

function demoKey(prefix: string, about: string): string {
  const bytes = createHash('sha256').update(about).digest()
  const letters = Array.from(bytes, (byte) => referenceAlphabet[byte & 31]).join('')
  return `${prefix}_${letters.slice(0, 6)}_${letters.slice(6)}`
}

const rowOf = (id: string, key: string) => ({
  id,
  name: key.slice(3, 9),
  sha256: `\\x${createHash('sha256').update(key).digest('hex')}`,
  label: 'Demo',
})

/** Gives every operator of the demo country its key, and its own staff theirs. */
export async function writeOperatorKeys({ db, seed }: Ground): Promise<void> {
  const rows = operators.map(({ code }) => ({
    ...rowOf(seedId(seed, `operator key ${code}`), demoKeyOf(code)),
    operator_id: seedId(seed, `operator ${code}`),
    scopes: ['boarding', 'counter', 'claims'],
  }))
  await insertAll(db, 'operator_key', rows)
  const staff = rowOf(seedId(seed, 'staff key'), demoStaffKey)
  await insertAll(db, 'staff_key', [{ ...staff, scopes: ['claims', 'finance'] }])
}
