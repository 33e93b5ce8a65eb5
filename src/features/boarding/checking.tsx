import { countBabies } from '#contract/boarding/rules'
import type { OperatorDeparture } from '#contract/boarding/model'
import { serverNow } from '#lib/clock'
import { useOnline } from '#lib/online'
import { computeDay, formatAge, formatDayShort, formatTime } from '#lib/format'
import { Button } from '#ui/button'
import { Page } from '#ui/page'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './boarding.module.css'
import { Camera } from './camera.tsx'
import { formatDepartureTime } from './departure-time.ts'
import { DeskLink } from './desk-link.tsx'
import { fetchManifest } from './lists.ts'
import {
  isAboard,
  listTicketlessTravellers,
  listCurrentTickets,
  PassengerList,
} from './passengers.tsx'
import type { BoardingAttendant, BoardingData, SavedManifest } from './store.ts'
import { CodeEntryForm } from './code-entry.tsx'
import { useTicketChecks } from './use-ticket-checks.ts'
import { VerdictScreen } from './verdict.tsx'
import { UnsentChecksNotice } from './unsent-checks.tsx'

const refreshEvery_ms = 60_000

/** Checks the tickets of one bus: by camera or typed code, with the verdict and the number of people on board. */
export function TicketChecker({
  stored,
  desk,
  bus,
  list,
  isMember,
  onLeave,
}: {
  stored: BoardingData
  desk: BoardingAttendant
  bus: OperatorDeparture
  list: SavedManifest
  /** Whether the attendant boards with their login, so that the desk is theirs. */
  isMember: boolean
  onLeave: () => void
}) {
  const where = { trip_id: bus.trip_id, position: bus.position }
  const door = useTicketChecks(desk, where)
  const riders = listCurrentTickets(list.manifest)
  const people = riders.length + countBabies(riders)
  const inside = riders.filter((row) => isAboard(row, stored.checks))
  const aboard = inside.length + countBabies(inside)
  const another = <Button onClick={onLeave}>Another bus</Button>
  useFreshList(desk, bus.trip_id, list.saved_at)
  return (
    <Page
      title="Check tickets"
      heading={`${formatDepartureTime(bus)} to ${bus.to}`}
      under={`${bus.park.name} · ${formatDayShort(computeDay(bus.departs_at, bus.zone), false)}`}
      narrow
    >
      <div className={styles.count}>
        <p>
          <strong>
            {aboard} of {people}
          </strong>{' '}
          aboard
        </p>
        {isMember ? (
          <DeskLink departure={{ trip: bus.trip_id, date: desk.date, park: bus.park.code }}>
            {another}
          </DeskLink>
        ) : (
          another
        )}
      </div>
      <ListAge desk={desk} bus={bus} list={list} />
      <UnsentChecksNotice stored={stored} />
      <Camera reads="tickets" paused={door.shown !== undefined} onText={door.see} />
      <CodeEntryForm
        find={(written) => door.find(written, stored)}
        onFound={(found) => void door.checkMatch(found)}
        onText={(text) => void door.read(text)}
      />
      <PassengerList
        riders={riders}
        others={listTicketlessTravellers(list.manifest)}
        checks={stored.checks}
        aboard={aboard}
        zone={bus.zone}
      />
      {door.shown && (
        <VerdictScreen
          decision={door.shown}
          lists={stored.lists}
          is_safe={stored.is_safe}
          onNext={door.next}
          onLetIn={() => void door.letIn()}
        />
      )}
    </Page>
  )
}

/**
 * Loads the list again each minute while there is a network, because other phones check tickets of this bus too. A list
 * that is older than a minute is loaded again immediately.
 */
function useFreshList(desk: BoardingAttendant, trip_id: string, saved_at: number): void {
  const online = useOnline()
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'visible') fetchManifest(desk, trip_id).catch(() => undefined)
  })
  const isOld = useEffectEvent(() => serverNow() - saved_at > refreshEvery_ms)
  useEffect(() => {
    if (!online) return undefined
    if (isOld()) refresh()
    const timer = setInterval(refresh, refreshEvery_ms)
    return () => clearInterval(timer)
  }, [online, trip_id])
}

function ListAge({
  desk,
  bus,
  list,
}: {
  desk: BoardingAttendant
  bus: OperatorDeparture
  list: SavedManifest
}) {
  const online = useOnline()
  const [isBusy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await fetchManifest(desk, bus.trip_id).catch(() => undefined)
    setBusy(false)
  }
  return (
    <p className={styles.age}>
      <span>
        {online ? '' : 'No network. '}Passenger list of {formatTime(list.saved_at)} (
        {formatAge(list.saved_at)}).
      </span>
      <Button kind="quiet" busy={isBusy} onClick={() => void refresh()}>
        Refresh
      </Button>
    </p>
  )
}
