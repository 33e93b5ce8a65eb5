import type { OperatorDeparture } from '#contract/boarding/model'
import { maxListedDepartures } from '#contract/boarding/rules'
import type { CounterParcel } from '#contract/parcels/tracking'
import { formatDepartureTime } from '#features/boarding'
import { departuresQuery } from '#features/bookings/desk'
import { serverNow } from '#lib/clock'
import { addDays, computeDay, formatDayShort, today } from '#lib/format'
import type { FieldErrors } from '#lib/use-field-checks'
import { CheckField } from '#ui/choices'
import { PhoneField, SelectField, TextField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { useQueries, useQuery } from '@tanstack/react-query'

/** The bus on which parcels are loaded, one after another, and its driver as typed. */
export interface BusLoadingDraft {
  /** The tracking ID of the parcel for which these values were last typed. */
  parcel: string
  /**
   * The id of the trip, without stops, or `anotherBus`, and the code of the motor park where the parcel is loaded;
   * empty until a bus is chosen.
   */
  trip_id: string
  park: string
  plate: string
  driver_name: string
  driver_phone: string
  /** Whether the member has confirmed a bus that does not carry the parcel to its destination. */
  accepts_mismatch: boolean
}

export const emptyBusLoading: BusLoadingDraft = {
  parcel: '',
  trip_id: '',
  park: '',
  plate: '',
  driver_name: '',
  driver_phone: '',
  accepts_mismatch: false,
}

/** The value in place of the id of a trip if the bus is not in the list. */
export const anotherBus = 'another'

const keyOf = ({ trip_id, park }: BusLoadingDraft) => `${trip_id}.${park}`

const textOf = ({ trip_id, park }: OperatorDeparture): BusLoadingDraft => ({
  ...emptyBusLoading,
  trip_id,
  park: park.code,
})

function labelOf(departure: OperatorDeparture) {
  const { departs_at, zone, park, to, plate } = departure
  const day = computeDay(departs_at, zone)
  const at = `${day === today() ? '' : `${formatDayShort(day, false)}, `}${formatDepartureTime(departure)}`
  return `${at} · ${park.name} → ${to}${plate === null ? '' : ` · ${plate}`}`
}

/** Returns whether a bus goes from the parcel's city to its destination. */
const goesThere = ({ park, to, drop_offs = [] }: OperatorDeparture, parcel: CounterParcel) =>
  park.city === parcel.from_city &&
  [to, ...drop_offs.map(({ city }) => city)].includes(parcel.to_city)

/**
 * Returns a sentence that says why a bus does not carry a parcel from its city to its destination; undefined if it
 * does, or if its stops are unknown.
 */
function describeMismatch(
  { park, to, drop_offs }: OperatorDeparture,
  { from_city, to_city }: CounterParcel,
): string | undefined {
  if (to !== to_city && drop_offs?.every(({ city }) => city !== to_city))
    return `This bus does not stop in ${to_city}.`
  if (park.city !== from_city) return `This bus leaves from ${park.city}, not from ${from_city}.`
  return undefined
}

interface LoadingBuses extends Record<'direct' | 'others', readonly OperatorDeparture[]> {
  /** Whether the departures of all days are loaded. */
  isComplete: boolean
}

/**
 * Returns the departures on which a parcel can be loaded, earliest first: those that go to its destination, and all
 * others.
 */
function findLoadingBuses(
  departures: readonly OperatorDeparture[],
  parcel: CounterParcel,
): Omit<LoadingBuses, 'isComplete'> {
  const live = departures
    .filter(({ status }) => status !== 'cancelled' && status !== 'completed')
    .toSorted((a, b) => Date.parse(a.departs_at) - Date.parse(b.departs_at))
  const direct = live.filter((one) => goesThere(one, parcel))
  return { direct, others: live.filter((one) => !direct.includes(one)) }
}

/**
 * Returns the query of today's departures, and the buses on which a parcel can be loaded. Those of yesterday and
 * tomorrow are among them: a bus may be late, and one that leaves after midnight is loaded before. If the operator has
 * more departures than are listed, they are those of the parcel's motor park. `failed`: the query of a day whose
 * departures could not be loaded. `isNeeded`: whether to load them.
 */
export function useLoadingBuses(parcel: CounterParcel, isNeeded: boolean) {
  const query = useQuery({ ...departuresQuery(today()), enabled: isNeeded })
  const isCut = (query.data?.length ?? 0) >= maxListedDepartures
  const days = useQueries({
    queries: [-1, 0, 1].map((days) => ({
      ...departuresQuery(addDays(today(), days), { park: isCut ? parcel.from_park : '' }),
      enabled: isNeeded,
    })),
  })
  const departures = days.flatMap(({ data = [] }) => data)
  const isComplete = days.every(({ data }) => data !== undefined)
  return {
    query,
    buses: query.data && { ...findLoadingBuses(departures, parcel), isComplete },
    failed: days.find(({ data, error }) => data === undefined && error !== null),
  }
}

const findBus = ({ direct, others }: LoadingBuses, bus: BusLoadingDraft) =>
  [...direct, ...others].find((one) => keyOf(textOf(one)) === keyOf(bus))

/** Returns why the chosen bus does not carry a parcel to its destination; undefined if it does. */
export function findMismatch(
  buses: LoadingBuses | undefined,
  bus: BusLoadingDraft,
  parcel: CounterParcel,
): string | undefined {
  const chosen = buses && findBus(buses, bus)
  return chosen && describeMismatch(chosen, parcel)
}

const isAtPark = ({ status }: OperatorDeparture) => status === 'scheduled' || status === 'boarding'

/**
 * Returns the bus and driver for a parcel: as typed for it; else those of the last parcel, if that bus goes there or
 * has not left; else the planned bus, or the next one that goes there. Empty if there is none, and while the planned
 * bus may be in a list that is not loaded.
 */
export function prefillBoardedBus(
  parcel: CounterParcel,
  draft: BusLoadingDraft,
  buses: LoadingBuses | undefined,
): BusLoadingDraft {
  if (draft.parcel === parcel.tracking_id) return draft
  if (buses === undefined) return emptyBusLoading
  const { direct, isComplete } = buses
  const last = findBus(buses, draft)
  // Who scans the load of one bus holds the parcel in front of it. Another bus would be recorded without a warning.
  if (last !== undefined && (direct.includes(last) || isAtPark(last)))
    return { ...draft, accepts_mismatch: false }
  const planned =
    direct.find(({ trip_id }) => trip_id === parcel.trip_id) ??
    direct.find(({ departs_at }) => isComplete && Date.parse(departs_at) > serverNow())
  return planned === undefined ? emptyBusLoading : textOf(planned)
}

/**
 * Warns of a bus that does not carry a parcel to its destination. The member can confirm it, since a second bus may
 * take the parcel on.
 */
function MismatchWarning({
  mismatch,
  parcel: { waybill, from_city, to_city },
  value,
  error,
  onChange,
}: {
  mismatch: string
  parcel: CounterParcel
  value: boolean
  error: string | undefined
  onChange: (accepts: boolean) => void
}) {
  return (
    <>
      <Notice tone="warning" live="assertive" title={mismatch}>
        {waybill} goes from {from_city} to {to_city}.
      </Notice>
      <CheckField
        label={`Load ${waybill} on this bus all the same`}
        checked={value}
        error={error}
        onChange={onChange}
      />
    </>
  )
}

/** The bus on which a parcel is loaded, and its driver, whom sender and receiver may call. */
export function BusLoadingFields({
  parcel,
  buses,
  mismatch,
  value,
  errors,
  onChange,
}: {
  parcel: CounterParcel
  buses: LoadingBuses
  /** What `findMismatch` returns for `value`. */
  mismatch: string | undefined
  value: BusLoadingDraft
  errors: FieldErrors
  onChange: (text: BusLoadingDraft) => void
}) {
  const departures = [...buses.direct, ...buses.others]
  const options = departures.map((one) => ({ value: keyOf(textOf(one)), label: labelOf(one) }))
  const chosen = findBus(buses, value)
  const isAnother = value.trip_id === anotherBus
  return (
    <>
      <SelectField
        label="Bus"
        empty="Choose the bus"
        value={isAnother ? anotherBus : chosen === undefined ? '' : keyOf(value)}
        error={errors['trip_id']}
        options={[...options, { value: anotherBus, label: 'Another bus' }]}
        onChange={(key) => {
          const next = departures.find((one) => keyOf(textOf(one)) === key)
          const trip_id = key === anotherBus ? anotherBus : ''
          onChange(next === undefined ? { ...emptyBusLoading, trip_id } : textOf(next))
        }}
      />
      {mismatch !== undefined && (
        <MismatchWarning
          mismatch={mismatch}
          parcel={parcel}
          value={value.accepts_mismatch}
          error={errors['mismatch']}
          onChange={(accepts_mismatch) => onChange({ ...value, accepts_mismatch })}
        />
      )}
      {(isAnother || chosen?.plate === null) && (
        <TextField
          label="Number plate"
          optional
          autoCapitalize="characters"
          autoComplete="off"
          value={value.plate}
          error={errors['plate']}
          onChange={(plate) => onChange({ ...value, plate })}
        />
      )}
      <TextField
        label="Driver’s name"
        optional
        autoComplete="off"
        value={value.driver_name}
        error={errors['driver_name']}
        onChange={(driver_name) => onChange({ ...value, driver_name })}
      />
      <PhoneField
        label="Driver’s phone"
        optional
        hint="Sender and receiver see it."
        autoComplete="off"
        value={value.driver_phone}
        error={errors['driver_phone']}
        onChange={(driver_phone) => onChange({ ...value, driver_phone })}
      />
    </>
  )
}
