import { formatCount } from '#contract/quantities'
import { makeLoginPath } from '#lib/browser'
import { useOnline } from '#lib/online'
import { Button, ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { type ReactNode, useEffect } from 'react'
import styles from './boarding.module.css'
import { KeyForm } from './key-form.tsx'
import { sendTicketChecks } from './send-checks.ts'
import {
  type BoardingData,
  type BoardingRefusal,
  storeCheck,
  storeSeenWarning,
  type TicketCheck,
  filterUnsentChecks,
} from './store.ts'
import { describeTicketlessBoarding, findCheckWarning, hasBoardedWithoutTicket } from './labels.ts'

const again_ms = 30_000

/**
 * Shows how many checks are unsent, why the server does not accept the attendant, problems with the storage, and
 * warnings. Asks for another key if the attendant's was revoked. Sends the checks while it is rendered.
 */
export function UnsentChecksNotice({ stored }: { stored: BoardingData }) {
  const online = useOnline()
  const unsent = filterUnsentChecks(stored.checks)
  const count = unsent.length
  const early = new Set(unsent.filter(({ is_early }) => is_early).map(({ scan }) => scan.ticket_id))
    .size
  useEffect(() => {
    if (count === 0 || stored.refusal === 'key') return undefined
    if (online) void sendTicketChecks()
    const timer = setInterval(() => void sendTicketChecks(), again_ms)
    return () => clearInterval(timer)
  }, [online, count, stored.refusal])
  return (
    <>
      {stored.refusal && <Refusal refusal={stored.refusal} />}
      {stored.refusal === 'key' && <KeyForm />}
      {!stored.is_safe && (
        <Notice tone="danger" live="assertive" title="This phone is full.">
          Keep this page open until all checks are sent, or free some space.
        </Notice>
      )}
      {count > 0 && (
        <p className={styles.waiting} role="status">
          {formatCount(count, 'check waits to be sent.', 'checks wait to be sent.')}
          {early > 0 &&
            ` ${formatCount(early, 'seat is', 'seats are')} not reported as sold by the counter yet.`}
        </p>
      )}
      <Warnings kept={stored} />
    </>
  )
}

const refusals: Record<BoardingRefusal, { title: string; text: string; way?: () => ReactNode }> = {
  key: {
    title: 'The key no longer works.',
    text: 'Checks stay on this phone. Ask your office for another key, and save it here: then they are sent.',
  },
  login: {
    title: 'You are no longer logged in.',
    text: 'Checks stay on this phone, and are sent when you have logged in again.',
    way: () => <ButtonAnchor href={makeLoginPath()}>Log in</ButtonAnchor>,
  },
  second_factor: {
    title: 'A code from your authenticator app is needed again.',
    text: 'Checks stay on this phone, and are sent when you have entered it at the desk.',
    way: () => <ButtonAnchor href="/desk">Go to the desk</ButtonAnchor>,
  },
  not_allowed: {
    title: 'Your login may not check tickets.',
    text: 'No passenger list stays on this phone. Ask the owner of your desk.',
  },
}

/** Why the server does not accept the attendant, and what they can do. */
function Refusal({ refusal }: { refusal: BoardingRefusal }) {
  const { title, text, way } = refusals[refusal]
  return (
    <Notice tone="danger" live="assertive" title={title} actions={way?.()}>
      {text}
    </Notice>
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
            tone="danger"
            live="polite"
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
      .filter((row) => hasBoardedWithoutTicket(row, list.manifest))
      .filter(({ ticket_id }) => !list.seen?.includes(ticket_id))
      .filter(({ ticket_id }) => !checks.some((one) => isWarnedAbout(one, ticket_id)))
      .map((row) => ({
        id: row.ticket_id,
        text: describeTicketlessBoarding(row, list.manifest),
        onSeen: () => storeSeenWarning(list, row.ticket_id),
      })),
  )

const isWarnedAbout = (check: TicketCheck, ticket_id: string) =>
  check.scan.ticket_id === ticket_id && findCheckWarning(check) !== undefined
