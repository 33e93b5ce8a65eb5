import { genderLabels, genders, relationships } from '#contract/bookings/rules'
import { ChoiceField, FieldGroup } from '#ui/choices'
import { PhoneField, SelectField, TextField } from '#ui/fields'
import styles from './sale.module.css'
import type { KinDraft, TravellerType, WalkInDraft } from './sale-form.ts'

interface FieldsProps<Text> {
  value: Text
  errorOf: (field: string) => string | undefined
  onChange: (next: Text) => void
}

/**
 * Fields for one traveller at the counter: the name and what the ticket needs. Further details, which the law requires,
 * are folded.
 */
export function WalkInFields({
  seat,
  types,
  value,
  errorOf,
  onChange,
}: FieldsProps<WalkInDraft> & { seat: number; types: readonly TravellerType[] }) {
  const field = (name: keyof WalkInDraft) => ({
    value: value[name],
    error: errorOf(name),
    onChange: (text: string) => onChange({ ...value, [name]: text }),
  })
  const isWrong = (['phone', 'address', 'infant_name'] as const).some(
    (name) => errorOf(name) !== undefined,
  )
  return (
    <FieldGroup isPart label={`Seat ${seat}`}>
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
          <summary>Phone, address, baby</summary>
          <p className={styles.muted}>
            The law wants phone and address on the passenger list, to reach people after an
            accident. Without them, the list says so.
          </p>
          <PhoneField label="Phone" optional {...field('phone')} autoComplete="off" />
          <TextField label="Address" optional {...field('address')} autoComplete="off" />
          <TextField
            label="Name of a baby on the lap"
            optional
            autoCapitalize="words"
            autoComplete="off"
            {...field('infant_name')}
          />
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
export function CounterKinFields({ value, errorOf, onChange }: FieldsProps<KinDraft>) {
  const field = (name: keyof KinDraft) => ({
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
      <p className={styles.muted}>
        The person to call if something happens on the road. The law asks for it.
      </p>
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
