import { createHash } from 'node:crypto'
import { referenceAlphabet } from '#contract/reference'
import { operators } from './operators.ts'
import { seedId } from './random.ts'
import { insertAll, type Ground } from './rows.ts'

/** The key with which an operator of the demo country calls the API: the same in every demo, and no secret. */
export function demoKeyOf(operator: string): string {
  const bytes = createHash('sha256').update(`waka demo operator key ${operator}`).digest()
  const letters = Array.from(bytes, (byte) => referenceAlphabet[byte & 31]).join('')
  return `op_${letters.slice(0, 6)}_${letters.slice(6)}`
}

/** Gives every operator of the demo country its key. */
export async function writeOperatorKeys({ db, seed }: Ground): Promise<void> {
  const rows = operators.map(({ code }) => {
    const key = demoKeyOf(code)
    return {
      id: seedId(seed, `operator key ${code}`),
      operator_id: seedId(seed, `operator ${code}`),
      name: key.slice(3, 9),
      sha256: `\\x${createHash('sha256').update(key).digest('hex')}`,
      label: 'Demo',
    }
  })
  await insertAll(db, 'operator_key', rows)
}
