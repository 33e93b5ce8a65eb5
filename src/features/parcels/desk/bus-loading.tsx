import type { OperatorDeparture } from '#contract/boarding/model'
import type { CounterParcel } from '#contract/parcels/tracking'
import { formatTime } from '#lib/format'
import type { FieldErrors } from '#lib/use-field-checks'
import { MutedText } from '#ui/desk/page'
import { PhoneField, SelectField, TextField } from '#ui/fields'

/** The bus on which parcels are loaded, one after another, and its driver as typed. */
export interface BusLoadingDraft {
  /** The tracking ID of the parcel for which these values were last typed. */
  parcel: string
  /**
   * The id of the trip, without stops, and the code of the motor park where the parcel is loaded; empty until a bus is
   * chosen.
   */
  trip_id: string
  park: string
  plate: string
  driver_name: string
  driver_phone: string
}

export const emptyBusLoading: BusLoadingDraft = {
  parcel: '',
  trip_id: '',
  park: '',
  plate: '',
  driver_name: '',
  driver_phone: '',
}

const keyOf = ({ trip_id, park }: BusLoadingDraft) => `${trip_id}.${park}`

const textOf = ({ trip_id, park }: OperatorDeparture): BusLoadingDraft => ({
  ...emptyBusLoading,
  trip_id,
  park: park.code,
})

const labelOf = ({ departs_at, zone, park, to, plate }: OperatorDeparture) =>
  `${formatTime(departs_at, zone)} · ${park.name} → ${to}${plate === null ? '' : ` · ${plate}`}`

/** Returns whether a bus goes from the parcel's city to its destination. */
const goesThere = ({ park, to, drop_offs = [] }: OperatorDeparture, parcel: CounterParcel) =>
  park.city === parcel.from_city &&
  [to, ...drop_offs.map(({ city }) => city)].includes(parcel.to_city)

type LoadingBuses = Record<'direct' | 'others', readonly OperatorDeparture[]>

/** Returns the departures on which a parcel can be loaded: those that go to its destination, and all others. */
export function findLoadingBuses(
  departures: readonly OperatorDeparture[],
  parcel: CounterParcel,
): LoadingBuses {
  const live = departures.filter(({ status }) => status !== 'cancelled' && status !== 'completed')
  const direct = live.filter((one) => goesThere(one, parcel))
  return { direct, others: live.filter((one) => !direct.includes(one)) }
}

/**
 * Returns the bus and driver for a parcel: as typed for it; else those of the last parcel, if that bus goes there; else
 * the planned bus, or the next one that goes there.
 */
export function presetBusLoading(
  parcel: CounterParcel,
  typed: BusLoadingDraft,
  buses: LoadingBuses | undefined,
): BusLoadingDraft {
  if (typed.parcel === parcel.tracking_id || buses === undefined) return typed
  const { direct } = buses
  if (direct.some((one) => keyOf(textOf(one)) === keyOf(typed))) return typed
  const planned = direct.find(({ trip_id }) => trip_id === parcel.trip_id) ?? direct[0]
  return planned === undefined ? emptyBusLoading : textOf(planned)
}

/** The bus of today on which a parcel is loaded, and its driver, whom sender and receiver may call. */
export function BusLoadingFields({
  buses,
  value,
  errors,
  onChange,
}: {
  buses: LoadingBuses
  value: BusLoadingDraft
  errors: FieldErrors
  onChange: (text: BusLoadingDraft) => void
}) {
  const departures = [...buses.direct, ...buses.others]
  const chosen = departures.find((one) => keyOf(textOf(one)) === keyOf(value))
  if (departures.length === 0) return <MutedText>No buses leave today.</MutedText>
  return (
    <>
      <SelectField
        label="Bus"
        empty="Choose the bus"
        value={chosen === undefined ? '' : keyOf(value)}
        error={errors['trip_id']}
        options={departures.map((one) => ({ value: keyOf(textOf(one)), label: labelOf(one) }))}
        onChange={(key) => {
          const next = departures.find((one) => keyOf(textOf(one)) === key)
          onChange(next === undefined ? emptyBusLoading : textOf(next))
        }}
      />
      {chosen?.plate === null && (
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
