import { occasions } from '#contract/charters/rules'
import { charterLabels, FieldRow } from '#features/charters'
import { AreaField, PhoneField, SelectField, TextField } from '#ui/fields'
import { Card } from '#ui/page'
import type { JourneyDraft } from './journey.ts'

interface JourneyFieldsProps {
  journey: JourneyDraft
  errors: Record<string, string>
  write: (part: Partial<JourneyDraft>) => void
}

/** Fields for the occasion, group size, start time, luggage and needs. */
export function JourneyDetailFields({
  journey,
  errors,
  write,
  most,
}: JourneyFieldsProps & {
  /** The number of travellers that the chosen vehicle can carry; undefined if none is chosen. */
  most?: number
}) {
  return (
    <>
      <SelectField
        label="What is it for?"
        name="occasion"
        optional
        empty="Just travelling"
        value={journey.occasion}
        error={errors['occasion']}
        onChange={(occasion) => write({ occasion: occasion as JourneyDraft['occasion'] })}
        options={occasions.map((value) => ({ value, label: charterLabels.occasion[value] }))}
      />
      <FieldRow short>
        <TextField
          label="Travellers"
          name="travellers"
          inputMode="numeric"
          hint={most === undefined ? undefined : `${most} at most`}
          value={journey.travellers}
          error={errors['travellers']}
          onChange={(travellers) => write({ travellers })}
        />
        <TextField
          label="Leaves at"
          name="start_time"
          type="time"
          hint={most === undefined ? undefined : 'On the first day'}
          value={journey.start_time}
          error={errors['start_time']}
          onChange={(start_time) => write({ start_time })}
        />
      </FieldRow>
      <TextField
        label="Luggage"
        name="luggage"
        optional
        hint="For example 20 bags, a canopy, 4 coolers"
        maxLength={120}
        value={journey.luggage}
        error={errors['luggage']}
        onChange={(luggage) => write({ luggage })}
      />
      <AreaField
        label="Anything else?"
        name="needs"
        hint={needsHint}
        optional
        rows={3}
        maxLength={500}
        value={journey.needs}
        error={errors['needs']}
        onChange={(needs) => write({ needs })}
      />
    </>
  )
}

const needsHint = 'A wheelchair, a child seat, air conditioning, waiting at the venue…'

export function DriverContactFields({ journey, errors, write }: JourneyFieldsProps) {
  return (
    <Card label="Who the driver calls">
      <h2>Who should the driver call?</h2>
      <NameAndPhoneFields values={journey} errors={errors} write={write} />
    </Card>
  )
}

/** Fields for the name and phone number of the person whom the driver meets. */
export function NameAndPhoneFields({
  values,
  errors,
  write,
}: {
  values: { full_name: string; phone: string }
  errors: JourneyFieldsProps['errors']
  write: (part: { full_name: string } | { phone: string }) => void
}) {
  return (
    <>
      <TextField
        label="Name"
        name="contact.full_name"
        autoComplete="name"
        value={values.full_name}
        error={errors['contact.full_name']}
        onChange={(full_name) => write({ full_name })}
      />
      <PhoneField
        label="Phone"
        name="contact.phone"
        value={values.phone}
        error={errors['contact.phone']}
        onChange={(phone) => write({ phone })}
      />
    </>
  )
}
