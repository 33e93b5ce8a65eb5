import { genders } from '#contract/bookings'
import type { PassengerType } from '#contract/lookups'
import { ChoiceField, PhoneField, SelectField, TextField } from '#ui/fields'
import { Card } from '#ui/page'
import type { FieldErrors, PassengerDraft } from './passenger-form.ts'

/** One traveller. `index` is her place in what is sent, which the server's errors name. */
export function PassengerFields({
  seat,
  index,
  value,
  types,
  errors,
  onChange,
}: {
  seat: number
  index: number
  value: PassengerDraft
  types: readonly PassengerType[]
  errors: FieldErrors
  onChange: (change: Partial<PassengerDraft>) => void
}) {
  const error = (name: keyof PassengerDraft) => errors[`passengers.${index}.${name}`]
  return (
    <Card label={`Traveller on seat ${seat}`}>
      <h2>Seat {seat}</h2>
      <TextField
        label="Full name"
        hint="As on the ID card"
        name={`name-${seat}`}
        autoComplete={index === 0 ? 'name' : 'off'}
        value={value.full_name}
        error={error('full_name')}
        onChange={(full_name) => onChange({ full_name })}
      />
      <ChoiceField
        label="Gender"
        name={`gender-${seat}`}
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
      <TextField
        label="Address"
        hint="Street and town. The law wants it on the passenger list."
        autoComplete={index === 0 ? 'street-address' : 'off'}
        value={value.address}
        error={error('address')}
        onChange={(address) => onChange({ address })}
      />
      <PhoneField
        label="Phone"
        optional
        value={value.phone}
        error={error('phone')}
        onChange={(phone) => onChange({ phone })}
        autoComplete="off"
      />
    </Card>
  )
}
