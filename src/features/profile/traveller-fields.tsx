import { genders, relationships } from '#contract/bookings/rules'
import type { PassengerType } from '#contract/lookups/model'
import { ChoiceField } from '#ui/choices'
import { PhoneField, SelectField, TextField } from '#ui/fields'
import type { KinDraft, TravellerDraft } from './form-model.ts'

type FindFieldError = (field: string) => string | undefined

/** The fields of one traveller. `name` is unique on the screen. */
export function TravellerFields({
  name,
  value,
  types,
  error,
  isFirst = false,
  shared,
  onChange,
}: {
  name: string
  value: TravellerDraft
  types: readonly PassengerType[]
  error: FindFieldError
  /** Whether the phone may fill in the name and address of its owner. */
  isFirst?: boolean
  /** A field that is elsewhere on the screen, so it is omitted here. */
  shared?: 'address' | 'phone'
  onChange: (change: Partial<TravellerDraft>) => void
}) {
  return (
    <>
      <TextField
        label="Full name"
        hint="As on the ID card"
        name={`name-${name}`}
        autoComplete={isFirst ? 'name' : 'off'}
        value={value.full_name}
        error={error('full_name')}
        onChange={(full_name) => onChange({ full_name })}
      />
      <ChoiceField
        label="Gender"
        name={`gender-${name}`}
        value={value.gender}
        error={error('gender')}
        onChange={(gender) => onChange({ gender })}
        options={genders.map((gender) => ({
          value: gender,
          label: gender === 'female' ? 'Female' : 'Male',
        }))}
      />
      <SelectField
        label="Traveller"
        value={value.passenger_type}
        error={error('passenger_type')}
        onChange={(passenger_type) => onChange({ passenger_type })}
        options={types.map((type) => ({
          value: type.code,
          label: `${type.name}${type.fare_percent === 100 ? '' : `, ${type.fare_percent}% of the fare`}`,
        }))}
      />
      {shared !== 'address' && (
        <TextField
          label="Address"
          hint="Street and town. The law requires it on the passenger list."
          autoComplete={isFirst ? 'street-address' : 'off'}
          value={value.address}
          error={error('address')}
          onChange={(address) => onChange({ address })}
        />
      )}
      {shared !== 'phone' && (
        <PhoneField
          label="Phone"
          optional
          value={value.phone}
          error={error('phone')}
          onChange={(phone) => onChange({ phone })}
          autoComplete="off"
        />
      )}
    </>
  )
}

/** The fields of the next of kin. */
export function KinFields({
  value,
  error,
  onChange,
}: {
  value: KinDraft
  error: FindFieldError
  onChange: (change: Partial<KinDraft>) => void
}) {
  return (
    <>
      <TextField
        label="Full name"
        autoComplete="off"
        value={value.full_name}
        error={error('full_name')}
        onChange={(full_name) => onChange({ full_name })}
      />
      <PhoneField
        label="Phone"
        autoComplete="off"
        value={value.phone}
        error={error('phone')}
        onChange={(phone) => onChange({ phone })}
      />
      <SelectField
        label="Relationship to traveller"
        empty="Choose"
        value={value.relationship}
        error={error('relationship')}
        onChange={(relationship) => onChange({ relationship })}
        options={relationships.map((one) => ({
          value: one,
          label: `${one[0]?.toUpperCase()}${one.slice(1)}`,
        }))}
      />
    </>
  )
}
