import { formatCount, formatSeats } from '#contract/quantities'
import { makeLoginPath } from '#lib/browser'
import type { LoginRefusal } from '#lib/login-refusal'
import { useOnline } from '#lib/online'
import { toError } from '#lib/to-error'
import { Button, ButtonAnchor } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { type ReactNode, useEffect, useState } from 'react'
import {
  changeAllotment,
  isAnswered,
  hasUnreportedChanges,
  listMovedSeats,
  listUnsoldSeats,
  type StoredAllotment,
  type OfflineSale,
  closeRefusedSale,
} from './allotments.ts'
import { useIsScreenSaved } from './saved-screen.ts'
import styles from './offline-counter.module.css'
import { reportSaleAgain, reportOfflineSales, useReportsLoginRefusal } from './counter-report.ts'
import sale from './sale.module.css'
import { describeSale, explainRefusal } from './describe-sale.ts'

const again_ms = 30_000

/**
 * Calls `reportOfflineSales` while the screen is open and something in `all` is open: at first, when the network is
 * back or the page changes its visibility, and twice a minute.
 */
export function useAutomaticReporting(all: readonly StoredAllotment[] | undefined): void {
  const online = useOnline()
  const isOpen = all?.some(({ open }) => open !== undefined) ?? false
  useEffect(() => {
    if (!isOpen) return undefined
    const report = () => void reportOfflineSales()
    if (online) report()
    const timer = setInterval(report, again_ms)
    document.addEventListener('visibilitychange', report)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', report)
    }
  }, [online, isOpen])
}

/**
 * Notices about reports that wait to be sent, what the server refused, and whether this screen opens without a network.
 */
export function ReportNotices({ all }: { all: readonly StoredAllotment[] }) {
  const refusal = useReportsLoginRefusal()
  const waiting = all.flatMap(({ sales }) => sales).filter(({ state }) => state === 'waiting')
  const requests = all.filter((one) => !isAnswered(one))
  return (
    <div className={styles.notes}>
      {refusal !== undefined && <LoginRefusalNotice refusal={refusal} />}
      {waiting.length > 0 && (
        <p className={styles.waiting} role="status">
          {formatCount(waiting.length, 'sale waits to be sent.', 'sales wait to be sent.')}
        </p>
      )}
      {requests.map((one) => (
        <RequestNotice key={one.id} request={one} />
      ))}
      {all.flatMap(({ id, sales }) =>
        sales
          .filter(({ state, settled }) => state === 'refused' && settled !== true)
          .map((one) => <RefusedSale key={one.key} id={id} refused={one} />),
      )}
      {all.flatMap(({ sales }) => sales.map((one) => <MovedNotice key={one.key} sold={one} />))}
      {all.filter(isReleasing).map((one) => (
        <p key={one.id} className={sale.muted} role="status">
          {formatSeats(listReleasing(one), 'Seat')} will be released when there is a network.
        </p>
      ))}
      {all.some((one) => listUnsoldSeats(one).length > 0) && <SavedLine />}
    </div>
  )
}

const listReleasing = ({ releases }: StoredAllotment) =>
  releases.flatMap(({ state, seats }) => (state === 'waiting' ? seats : []))

const isReleasing = (one: StoredAllotment) =>
  hasUnreportedChanges(one) && listReleasing(one).length > 0

const obstacles: Record<LoginRefusal, { title: string; text: string; way?: () => ReactNode }> = {
  login: {
    title: 'You are no longer logged in.',
    text: 'Sales stay on this phone, and are sent when you have logged in again.',
    way: () => <ButtonAnchor href={makeLoginPath()}>Log in</ButtonAnchor>,
  },
  second_factor: {
    title: 'A code from your authenticator app is needed again.',
    text: 'Sales stay on this phone, and are sent when you have entered it at the desk.',
    way: () => <ButtonAnchor href="/desk">Go to the desk</ButtonAnchor>,
  },
  not_allowed: {
    title: 'Your login may no longer sell.',
    text: 'Sales stay on this phone. Ask the owner of your desk.',
  },
}

function LoginRefusalNotice({ refusal }: { refusal: LoginRefusal }) {
  const { title, text, way } = obstacles[refusal]
  return (
    <Notice tone="danger" live="assertive" title={title} actions={way?.()}>
      {text}
    </Notice>
  )
}

/** Requested seats that are not on this phone, and why. */
function RequestNotice({ request: { id, asked, refused } }: { request: StoredAllotment }) {
  const seats = formatSeats(asked.seats)
  if (refused !== undefined)
    return (
      <Notice
        tone="danger"
        live="polite"
        title={`${formatSeats(asked.seats, 'Seat')} could not be set aside.`}
        actions={<Button onClick={() => void changeAllotment(id, () => undefined)}>Seen</Button>}
      >
        {refused.detail}
      </Notice>
    )
  return (
    <Notice
      tone="warning"
      live="polite"
      title={`We do not know yet whether ${seats} ${asked.seats.length > 1 ? 'are' : 'is'} set aside.`}
      actions={<Button onClick={() => void reportOfflineSales()}>Ask again</Button>}
    >
      The answer was lost. This phone asks again when there is a network.
    </Notice>
  )
}

/** A sale that the server did not accept, with what to do about it. */
export function RefusedSale({ id, refused }: { id: string; refused: OfflineSale }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [hasNoShift, setHasNoShift] = useState(false)
  const { key } = refused
  const code = refused.refused?.code
  const isFinal = code === 'trip_not_on_sale'
  const send = async () => {
    setBusy(true)
    setError(null)
    try {
      setHasNoShift(!(await reportSaleAgain(id, key)))
    } catch (failed) {
      setError(toError(failed))
    }
    setBusy(false)
  }
  return (
    <Notice
      tone="danger"
      live="assertive"
      title={`Not accepted: ${describeSale(refused)}`}
      actions={
        <>
          {!isFinal && (
            <Button busy={isBusy} onClick={() => void send()}>
              Send again
            </Button>
          )}
          {code === 'shift_needed' ? (
            <ButtonAnchor href="/desk/counter">Open a shift</ButtonAnchor>
          ) : (
            <Button onClick={() => void closeRefusedSale(id, key).then(reportOfflineSales)}>
              Refunded
            </Button>
          )}
        </>
      }
    >
      {explainRefusal(refused)}
      {hasNoShift && <p role="status">You have no open shift.</p>}
      <FailureNotice error={error} offline="No network. Try again when the network is back." />
    </Notice>
  )
}

/** Says that travellers have other seats than those on their tickets, because the vehicle was changed. */
function MovedNotice({ sold }: { sold: OfflineSale }) {
  const moved = listMovedSeats(sold)
  if (moved.length === 0) return null
  return (
    <Notice tone="warning" live="polite" title={`Another seat: ${describeSale(sold)}`}>
      Another vehicle goes. {moved.map(({ was, is }) => `Seat ${was} is now seat ${is}.`).join(' ')}{' '}
      The tickets stay valid.
    </Notice>
  )
}

/** Says whether this screen opens without a network. */
function SavedLine() {
  const isSaved = useIsScreenSaved()
  if (isSaved === undefined)
    return (
      <p className={sale.muted} role="status">
        Saving this screen on the phone…
      </p>
    )
  return isSaved ? (
    <p className={sale.muted} role="status">
      This screen opens without a network.
    </p>
  ) : (
    <Notice tone="warning">
      This screen is not saved on the phone. Without a network, it works only as long as it stays
      open.
    </Notice>
  )
}
