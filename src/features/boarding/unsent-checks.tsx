import { formatCount } from '#contract/quantities'
import { useOnline } from '#lib/online'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { useEffect } from 'react'
import styles from './boarding.module.css'
import { sendChecks } from './send-checks.ts'
import { storeCheck, type BoardingData, unsentChecks } from './store.ts'
import { findCheckWarning } from './labels.ts'

const again_ms = 30_000

/** Shows unsent checks with the reason, and refused ones. Sends them while it is visible. */
export function UnsentChecks({ stored }: { stored: BoardingData }) {
  const online = useOnline()
  const count = unsentChecks(stored.checks).length
  useEffect(() => {
    if (count === 0 || stored.is_refused) return undefined
    if (online) void sendChecks()
    const timer = setInterval(() => void sendChecks(), again_ms)
    return () => clearInterval(timer)
  }, [online, count, stored.is_refused])
  return (
    <>
      {stored.is_refused && (
        <Notice kind="harm" says="now" title="The key no longer works.">
          Checks stay on this phone. Ask your office for another key.
        </Notice>
      )}
      {!stored.is_safe && (
        <Notice kind="harm" says="now" title="This phone is full.">
          Keep this page open until all checks are sent, or free some space.
        </Notice>
      )}
      {count > 0 && (
        <p className={styles.waiting} role="status">
          {formatCount(count, 'check waits to be sent.', 'checks wait to be sent.')}
        </p>
      )}
      <Warnings kept={stored} />
    </>
  )
}

function Warnings({ kept }: { kept: BoardingData }) {
  const open = kept.checks.filter((check) => !check.seen && findCheckWarning(check) !== undefined)
  if (open.length === 0) return null
  return (
    <ul className={styles.warnings} aria-label="Check these">
      {open.map((check) => (
        <li key={check.scan.id}>
          <Notice
            kind="harm"
            says="soon"
            actions={
              <Button onClick={() => void storeCheck({ ...check, seen: true })}>Seen</Button>
            }
          >
            {findCheckWarning(check)}
          </Notice>
        </li>
      ))}
    </ul>
  )
}
