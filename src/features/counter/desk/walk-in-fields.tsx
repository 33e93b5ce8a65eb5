import { genders, relationships } from '#contract/bookings/rules'
import type { PassengerType } from '#contract/lookups/model'
import { ChoiceField, FieldGroup } from '#ui/choices'
import { MutedText } from '#ui/desk/page'
import { PhoneField, SelectField, TextField } from '#ui/fields'
import styles from './counter.module.css'
import type { emptyKin, WalkInText } from './sale-form.ts'

interface FieldsProps<Text> {
  value: Text
  errorOf: (field: string) => string | undefined
  onChange: (next: Text) => void
}

const genderLabels = { female: 'Female', male: 'Male' } as const

/**
 * One traveller at the counter: the name and what the ticket needs. Further details that the law requires are folded.
 */
export function WalkInFields({
  seat,
  types,
  value,
  errorOf,
  onChange,
}: FieldsProps<WalkInText> & { seat: number; types: readonly PassengerType[] }) {
  const field = (name: keyof WalkInText) => ({
    value: value[name],
    error: errorOf(name),
    onChange: (text: string) => onChange({ ...value, [name]: text }),
  })
  const isWrong = errorOf('phone') !== undefined || errorOf('address') !== undefined
  return (
    <FieldGroup label={`Seat ${seat}`}>
      <div className={styles.traveller}>
        <TextField label="Name" autoCapitalize="words" autoComplete="off" {...field('full_name')} />
        <ChoiceField
          label="Gender"
          name={`gender-${seat}`}
          options={genders.map((one) => ({ value: one, label: genderLabels[one] }))}
          {...field('gender')}
        />
        <SelectField
          label="Traveller type"
          options={types.map(({ code, name }) => ({ value: code, label: name }))}
          {...field('passenger_type')}
        />
        <details open={isWrong || undefined}>
          <summary>Phone and address</summary>
          <MutedText>
            The law wants them on the passenger list, to reach people after an accident. Without
            them, the list says so.
          </MutedText>
          <PhoneField label="Phone" optional {...field('phone')} autoComplete="off" />
          <TextField label="Address" optional {...field('address')} autoComplete="off" />
        </details>
      </div>
    </FieldGroup>
  )
}

const relationshipLabels = {
  parent: 'Parent',
  spouse: 'Husband or wife',
  sibling: 'Brother or sister',
  child: 'Child',
  relative: 'Relative',
  friend: 'Friend',
  guardian: 'Guardian',
} as const

/** The next of kin of all travellers of a sale, folded. */
export function KinFields({ value, errorOf, onChange }: FieldsProps<typeof emptyKin>) {
  const field = (name: keyof typeof emptyKin) => ({
    value: value[name],
    error: errorOf(name),
    onChange: (text: string) => onChange({ ...value, [name]: text }),
  })
  const isWrong = (['full_name', 'phone', 'relationship'] as const).some(
    (name) => errorOf(name) !== undefined,
  )
  return (
    <details open={isWrong || undefined}>
      <summary>Next of kin</summary>
      <MutedText>The person to call if something happens on the road. The law asks for it.</MutedText>
      <TextField label="Their name" optional {...field('full_name')} autoComplete="off" />
      <PhoneField label="Their phone" optional {...field('phone')} autoComplete="off" />
      <SelectField
        label="Relationship"
        optional
        empty="Choose"
        options={relationships.map((one) => ({ value: one, label: relationshipLabels[one] }))}
        {...field('relationship')}
      />
    </details>
  )
}
