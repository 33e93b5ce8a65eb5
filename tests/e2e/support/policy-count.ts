import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `planted`: a violation that a test brought about itself, to see that it is found. */
type Note = 'document' | 'violation' | 'planted'

const path = () => process.env['E2E_POLICY_NOTES']

/** Begins to count for a whole run: every worker of it writes into one file. */
export function startPolicyCount(): void {
  process.env['E2E_POLICY_NOTES'] = join(mkdtempSync(join(tmpdir(), 'waka-policy-')), 'notes')
}

/** Counts one more. */
export function notePolicy(note: Note): void {
  const file = path()
  if (file !== undefined) appendFileSync(file, `${note}\n`)
}

/** Says how often the policy was broken in all documents of the run, and forgets it. */
export function tellPolicyCount(): void {
  const file = path()
  if (file === undefined) return
  let notes = ''
  try {
    notes = readFileSync(file, 'utf8')
  } catch {
    // No browser was opened.
  }
  const count = (note: Note) => notes.split('\n').filter((line) => line === note).length
  const violations = count('violation') - count('planted')
  console.log(
    `\n${violations} violations of CSP and Trusted Types in ${count('document')} documents` +
      ` (${count('planted')} planted ones were found)`,
  )
  rmSync(join(file, '..'), { recursive: true, force: true })
}
