import { formatCount } from '#contract/quantities'
import { useOnline } from '#lib/online'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { useEffect } from 'react'
import styles from './boarding.module.css'
import { sendChecks } from './send-checks.ts'
import {
  type BoardingData,
  storeCheck,
  storeSeenWarning,
  type TicketCheck,
  filterUnsentChecks,
} from './store.ts'
import { describeBoardedWithoutTicket, findCheckWarning, isBoardedWithoutTicket } from './labels.ts'

const again_ms = 30_000

/**
 * Shows how many checks are unsent, problems with the attendant or the storage, and warnings. Sends while it is
 * rendered.
 */
export function UnsentChecksNotice({ stored }: { stored: BoardingData }) {
  const online = useOnline()
  const count = filterUnsentChecks(stored.checks).length
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
  const open = [...checkWarnings(kept), ...listWarnings(kept)]
  if (open.length === 0) return null
  return (
    <ul className={styles.warnings} aria-label="Check these">
      {open.map(({ id, text, onSeen }) => (
        <li key={id}>
          <Notice
            kind="harm"
            says="soon"
            actions={<Button onClick={() => void onSeen()}>Seen</Button>}
          >
            {text}
          </Notice>
        </li>
      ))}
    </ul>
  )
}

/** The unread warnings from the server's answers to checks of this phone. */
const checkWarnings = ({ checks }: BoardingData) =>
  checks.flatMap((check) => {
    const text = check.seen ? undefined : findCheckWarning(check)
    const onSeen = () => storeCheck({ ...check, seen: true })
    return text === undefined ? [] : [{ id: check.scan.id, text, onSeen }]
  })

/**
 * The unread warnings about travellers on the lists who were let in without a valid ticket, except those about whom
 * `checkWarnings` warns.
 */
const listWarnings = ({ lists, checks }: BoardingData) =>
  lists.flatMap((list) =>
    list.manifest.seats
      .filter((row) => isBoardedWithoutTicket(row, list.manifest))
      .filter(({ ticket_id }) => !list.seen?.includes(ticket_id))
      .filter(({ ticket_id }) => !checks.some((one) => isWarnedAbout(one, ticket_id)))
      .map((row) => ({
        id: row.ticket_id,
        text: describeBoardedWithoutTicket(row, list.manifest),
        onSeen: () => storeSeenWarning(list, row.ticket_id),
      })),
  )

const isWarnedAbout = (check: TicketCheck, ticket_id: string) =>
  check.scan.ticket_id === ticket_id && findCheckWarning(check) !== undefined
