import type { FieldErrors } from '#lib/use-field-checks'
import { passengerDataDays } from '#contract/policy'
import { KinFields } from '#features/profile'
import { CheckField } from '#ui/choices'
import { PhoneField, TextField } from '#ui/fields'
import { useState } from 'react'
import styles from './bookings.module.css'
import { MoreFields } from './form-section.tsx'
import type { PassengersDraft } from './passenger-form.ts'

/** The props of each part of the form: the typed text, how to change it, and the errors by field. */
export interface FormPartProps {
  form: PassengersDraft
  change: (next: (before: PassengersDraft) => PassengersDraft) => void
  errors: FieldErrors
}

/** Fields for the contact: where the ticket is sent, and the name of the person who books if they do not travel. */
export function ContactFields({ form, change, errors }: FormPartProps) {
  const { contact } = form
  const set = (part: Partial<PassengersDraft['contact']>) =>
    change((before) => ({ ...before, contact: { ...before.contact, ...part } }))
  const [wantsOther, setWantsOther] = useState(false)
  const isOther = wantsOther || contact.full_name !== ''
  return (
    <>
      <PhoneField
        label="Your phone"
        hint="The ticket goes to this number."
        name="contact.phone"
        value={contact.phone}
        error={errors['contact.phone']}
        onChange={(phone) => set({ phone })}
      />
      <MoreFields
        about="Email, booking for somebody else"
        isNeeded={isOther || contact.email !== '' || errors['contact.email'] !== undefined}
      >
        <TextField
          label="Email"
          optional
          type="email"
          inputMode="email"
          autoComplete="email"
          name="contact.email"
          value={contact.email}
          error={errors['contact.email']}
          onChange={(email) => set({ email })}
        />
        <CheckField
          label="I am booking for somebody else"
          hint="Otherwise the first traveller is the contact."
          checked={isOther}
          onChange={(on) => {
            setWantsOther(on)
            if (!on) set({ full_name: '' })
          }}
        />
        {isOther && (
          <TextField
            label="Your name"
            autoComplete="name"
            name="contact.full_name"
            value={contact.full_name}
            error={errors['contact.full_name']}
            onChange={(full_name) => set({ full_name })}
          />
        )}
      </MoreFields>
    </>
  )
}

/** The next of kin of all travellers of the booking, and why the law asks for them. */
export function NextOfKinFields({ form, change, errors }: FormPartProps) {
  const set = (part: Partial<PassengersDraft['next_of_kin']>) =>
    change((before) => ({ ...before, next_of_kin: { ...before.next_of_kin, ...part } }))
  return (
    <>
      <p className={styles.soft}>
        The road traffic regulations require every bus to carry this. It is opened only in an
        emergency, and deleted with the travellers’ addresses and phones {passengerDataDays} days
        after arrival.
      </p>
      <KinFields
        name="next_of_kin"
        value={form.next_of_kin}
        error={(name) => errors[`next_of_kin.${name}`]}
        onChange={set}
      />
    </>
  )
}
