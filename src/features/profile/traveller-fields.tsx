import { genderLabels, genders, relationships } from '#contract/bookings/rules'
import type { PassengerType } from '#contract/lookups/model'
import { ChoiceField } from '#ui/choices'
import { PhoneField, SelectField, TextField } from '#ui/fields'
import type { ReactNode } from 'react'
import type { KinDraft, TravellerDraft } from './form-model.ts'
import styles from './traveller-fields.module.css'

type FindFieldError = (field: string) => string | undefined

/**
 * The fields of one traveller. `name`: the path of the traveller in the input, with which the names of the fields
 * begin; empty if the input is one traveller.
 */
export function TravellerFields({
  name = '',
  value,
  types,
  error,
  isFirst = false,
  children,
  onChange,
}: {
  name?: string
  value: TravellerDraft
  types: readonly PassengerType[]
  error: FindFieldError
  /** Whether the phone may fill in the name and address of its owner. */
  isFirst?: boolean
  /** Replaces the fields for address and phone. */
  children?: ReactNode
  onChange: (change: Partial<TravellerDraft>) => void
}) {
  return (
    <>
      <TextField
        label="Full name"
        hint="As on the ID card"
        name={pathOf(name, 'full_name')}
        autoComplete={isFirst ? 'name' : 'off'}
        value={value.full_name}
        error={error('full_name')}
        onChange={(full_name) => onChange({ full_name })}
      />
      <div className={styles.row}>
        <ChoiceField
          label="Gender"
          name={pathOf(name, 'gender')}
          value={value.gender}
          error={error('gender')}
          onChange={(gender) => onChange({ gender })}
          options={genders.map((gender) => ({
            value: gender,
            label: genderLabels[gender],
          }))}
        />
        <SelectField
          label="Traveller type"
          name={pathOf(name, 'passenger_type')}
          value={value.passenger_type}
          error={error('passenger_type')}
          onChange={(passenger_type) => onChange({ passenger_type })}
          options={types.map((type) => ({
            value: type.code,
            label: `${type.name}${type.fare_percent === 100 ? '' : `, ${type.fare_percent}% of the fare`}`,
          }))}
        />
      </div>
      {children ?? (
        <>
          <AddressField {...{ name, value, error, isFirst, onChange }} />
          <OwnPhoneField {...{ name, value, error, onChange }} />
        </>
      )}
    </>
  )
}

const pathOf = (name: string, field: keyof TravellerDraft) =>
  name === '' ? field : `${name}.${field}`

interface TravellerFieldProps {
  name: string
  value: TravellerDraft
  error: FindFieldError
  onChange: (change: Partial<TravellerDraft>) => void
}

/** The address of a traveller. `isFirst`: the phone may fill in that of its owner. */
export function AddressField({
  name,
  value,
  error,
  isFirst = false,
  onChange,
}: TravellerFieldProps & { isFirst?: boolean }) {
  return (
    <TextField
      label="Address"
      hint="Street and town. The law requires it."
      name={pathOf(name, 'address')}
      autoComplete={isFirst ? 'street-address' : 'off'}
      value={value.address}
      error={error('address')}
      onChange={(address) => onChange({ address })}
    />
  )
}

/** A traveller's own phone, which may be missing. */
export function OwnPhoneField({ name, value, error, onChange }: TravellerFieldProps) {
  return (
    <PhoneField
      label="Phone"
      optional
      name={pathOf(name, 'phone')}
      value={value.phone}
      error={error('phone')}
      onChange={(phone) => onChange({ phone })}
      autoComplete="off"
    />
  )
}

/** The fields of the next of kin. Their names start with `name`. */
export function KinFields({
  name,
  value,
  error,
  onChange,
}: {
  name: string
  value: KinDraft
  error: FindFieldError
  onChange: (change: Partial<KinDraft>) => void
}) {
  return (
    <>
      <TextField
        label="Full name"
        name={`${name}.full_name`}
        autoComplete="off"
        value={value.full_name}
        error={error('full_name')}
        onChange={(full_name) => onChange({ full_name })}
      />
      <PhoneField
        label="Phone"
        name={`${name}.phone`}
        autoComplete="off"
        value={value.phone}
        error={error('phone')}
        onChange={(phone) => onChange({ phone })}
      />
      <SelectField
        label="Relationship to traveller"
        name={`${name}.relationship`}
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
