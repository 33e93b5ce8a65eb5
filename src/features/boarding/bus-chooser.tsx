import { formatCount, pluralize } from '#contract/quantities'
import { saleDays } from '#contract/sale'
import type { OperatorDeparture } from '#contract/boarding/model'
import { addDays, formatTime, today } from '#lib/format'
import { toError } from '#lib/to-error'
import { Button, UnstyledButton } from '#ui/button'
import { SelectField } from '#ui/fields'
import { Dialog } from '#ui/dialog'
import { FailureNotice } from '#ui/form'
import { EmptyState } from '#ui/pictures/empty'
import { DayField } from '#ui/sheets/day-field'
import { useState } from 'react'
import styles from './boarding.module.css'
import { formatDepartureTime } from './departure-time.ts'
import { DepartureLimitNote } from './departure-limit-note.tsx'
import { sortBuses, fetchDepartures, fetchManifests } from './lists.ts'
import {
  choosePark,
  type BoardingAttendant,
  deleteBoardingData,
  type BoardingData,
  filterUnsentChecks,
} from './store.ts'
import { UnsentChecksNotice } from './unsent-checks.tsx'

/** How many days before today an attendant can look at. */
const daysBack = 31

/**
 * Lets the attendant choose a day and a motor park, stores the lists of the buses there, then lets them choose a bus.
 */
export function BusChooser({
  stored,
  desk,
  onChoose,
}: {
  stored: BoardingData
  desk: BoardingAttendant
  onChoose: (trip_id: string) => void
}) {
  const [error, setError] = useState<Error | null>(null)
  const [got, setGot] = useState<number>()
  const buses = sortBuses(desk)
  const isComplete = buses.every(({ trip_id }) => findList(trip_id, stored) !== undefined)
  const act = async (work: () => Promise<unknown>) => {
    setError(null)
    setGot(0)
    await work().catch((failed: unknown) => setError(toError(failed)))
    setGot(undefined)
  }
  const { parks = [...new Map(desk.departures.map(({ park }) => [park.code, park])).values()] } =
    desk
  const move = async (park: string) => {
    await choosePark(park)
    if (desk.parks !== undefined) await act(() => fetchDepartures({ ...desk, park }))
  }
  return (
    <>
      <UnsentChecksNotice stored={stored} />
      <section className={styles.choice} aria-label="Which buses">
        <DayField
          label="Day"
          min={addDays(today(), -daysBack)}
          max={addDays(today(), saleDays)}
          value={desk.date}
          onChange={(date) => void act(() => fetchDepartures({ ...desk, date }))}
        />
        {parks.length > 0 && (
          <SelectField
            label="Park"
            value={desk.park}
            onChange={(park) => void move(park)}
            options={parks.map(({ code, name, city }) => ({
              value: code,
              label: name.includes(city) ? name : `${name}, ${city}`,
            }))}
          />
        )}
      </section>
      {desk.departures.length === 0 && (
        <EmptyState picture="calendar" title="You have no bus on this day." />
      )}
      <FailureNotice
        error={error}
        offline="No network. What was saved on this phone can be checked."
      />
      {buses.length > 0 && (
        <Button
          kind={isComplete ? 'plain' : 'primary'}
          wide
          busy={got !== undefined}
          onClick={() => void act(() => fetchManifests(desk, setGot))}
        >
          {got === undefined
            ? labelSaveButton(buses.length, isComplete)
            : `${got} of ${buses.length} saved`}
        </Button>
      )}
      <ul className={styles.buses} aria-label="Buses">
        {buses.map((bus) => (
          <li key={bus.trip_id}>
            <BusButton bus={bus} kept={stored} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <DepartureLimitNote departures={buses} />
      <RemoveAttendantForm kept={stored} desk={desk} />
    </>
  )
}

const labelSaveButton = (count: number, isComplete: boolean) => {
  const lists = pluralize(count, 'the list', `all ${count} lists`)
  return isComplete ? `Refresh ${lists}` : `Save ${lists} on this phone`
}

const findList = (trip_id: string, { lists }: BoardingData) =>
  lists.find(({ manifest }) => manifest.trip.id === trip_id)

function BusButton({
  bus,
  kept,
  onChoose,
}: {
  bus: OperatorDeparture
  kept: BoardingData
  onChoose: (trip_id: string) => void
}) {
  const list = findList(bus.trip_id, kept)
  const hasLeft = bus.status === 'departed' || bus.status === 'completed'
  const about = [
    bus.vehicle,
    bus.plate,
    bus.status === 'cancelled' && 'cancelled',
    hasLeft && 'has left',
    list === undefined ? 'list not saved yet' : `list saved ${formatTime(list.saved_at)}`,
  ]
  return (
    <UnstyledButton
      className={styles.bus}
      data-trip={bus.trip_id}
      disabled={list === undefined}
      onClick={() => onChoose(bus.trip_id)}
    >
      <strong>{formatDepartureTime(bus)}</strong>
      <span>to {bus.to}</span>
      <small>{about.filter(Boolean).join(' · ')}</small>
    </UnstyledButton>
  )
}

const keyLabels = {
  button: 'Forget this key',
  title: 'Forget this key?',
  text: 'The key and all passenger lists leave this phone.',
  confirm: 'Forget it',
  keep: 'Keep it',
}

const loginLabels: typeof keyLabels = {
  button: 'Stop on this phone',
  title: 'Stop checking tickets on this phone?',
  text: 'All passenger lists leave this phone. You stay logged in.',
  confirm: 'Stop',
  keep: 'Continue',
}

/** Shows whose key or login is used, with a button to delete it, the lists and the checks from this phone. */
function RemoveAttendantForm({ kept, desk }: { kept: BoardingData; desk: BoardingAttendant }) {
  const [isAsking, setAsking] = useState(false)
  const left = filterUnsentChecks(kept.checks).length
  const labels = desk.key === undefined ? loginLabels : keyLabels
  const who = [desk.key === undefined ? 'Your login' : `Key ${desk.key.slice(0, 9)}…`, desk.by]
  return (
    <div className={styles.forget}>
      <p>{who.filter((part) => part !== '').join(', ')}</p>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {labels.button}
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={labels.title}>
        <p>{labels.text}</p>
        {left > 0 && (
          <p>
            <strong>
              {formatCount(left, 'check was', 'checks were')} not sent yet and would be lost.
            </strong>
          </p>
        )}
        <Button kind="danger" wide onClick={() => void deleteBoardingData()}>
          {labels.confirm}
        </Button>
        <Button wide onClick={() => setAsking(false)}>
          {labels.keep}
        </Button>
      </Dialog>
    </div>
  )
}
