import type { PassengerType } from '#contract/lookups/model'
import type { Traveller } from '#contract/profile/model'
import { AddressField, OwnPhoneField, TravellerFields } from '#features/profile'
import type { FieldErrors } from '#lib/use-field-checks'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { TextField } from '#ui/fields'
import { useState } from 'react'
import { MoreFields } from './form-section.tsx'
import { emptyPassenger, makePassengerDraft, type PassengerDraft } from './passenger-form.ts'
import styles from './bookings.module.css'

/** The fields of one traveller. `index` is their position in the input, by which errors of the server name them. */
export function PassengerFields({
  seat,
  index,
  value,
  types,
  saved,
  me,
  errors,
  onChange,
}: {
  seat: number
  index: number
  value: PassengerDraft
  types: readonly PassengerType[]
  /** The saved travellers who are not on other seats; undefined for a guest. */
  saved: readonly Traveller[] | undefined
  /** The name of the logged-in user, unless they are the traveller on another seat. */
  me: string | undefined
  errors: FieldErrors
  onChange: (change: Partial<PassengerDraft>) => void
}) {
  const isFirst = index === 0
  const name = `passengers.${index}`
  const error = (field: string) => errors[`${name}.${field}`]
  const isSaved = saved?.some((one) => one.full_name === value.full_name.trim())
  const others = (saved ?? []).filter((one) => one.full_name !== me)
  const fields = { name, value, error, onChange }
  return (
    <>
      {(me !== undefined || others.length > 0) && (
        <div className={styles.saved} role="group" aria-label={`Saved travellers for seat ${seat}`}>
          {me !== undefined && value.full_name !== me && (
            <Button onClick={() => onChange(myDraft(me, saved))}>I am travelling</Button>
          )}
          {me !== undefined && value.full_name === me && (
            <Button onClick={() => onChange(emptyPassenger)}>Somebody else</Button>
          )}
          {others.map((one) => (
            <Button key={one.id} onClick={() => onChange(makePassengerDraft(one))}>
              {one.full_name}
            </Button>
          ))}
        </div>
      )}
      <TravellerFields {...fields} types={types} isFirst={isFirst}>
        {isFirst && <AddressField {...fields} isFirst />}
        <MoreFields
          about={isFirst ? 'Baby on the lap' : 'Own address, phone, baby'}
          isNeeded={isMoreNeeded(value, isFirst, error)}
        >
          {!isFirst && <OwnAddress {...fields} />}
          {!isFirst && <OwnPhoneField {...fields} />}
          <TextField
            label="Baby on the lap"
            optional
            hint="Name, if one comes along. Under 2, free."
            name={`${name}.infant_name`}
            autoComplete="off"
            value={value.infant_name ?? ''}
            error={error('infant_name')}
            onChange={(infant_name) => onChange({ infant_name })}
          />
        </MoreFields>
      </TravellerFields>
      {saved !== undefined && isSaved === false && (
        <CheckField
          label="Save this traveller for next time"
          checked={value.save ?? false}
          onChange={(save) => onChange({ save })}
        />
      )}
    </>
  )
}

/** Returns whether a folded field has text or an error. Address and phone of the first traveller are never folded. */
const isMoreNeeded = (
  { address, phone, infant_name }: PassengerDraft,
  isFirst: boolean,
  error: (field: string) => string | undefined,
): boolean =>
  Boolean(infant_name) ||
  error('infant_name') !== undefined ||
  (!isFirst && (address !== '' || phone !== '' || error('phone') !== undefined))

/** The address of a traveller who does not live with the first traveller. */
function OwnAddress(fields: Parameters<typeof AddressField>[0]) {
  const [wantsAddress, setWantsAddress] = useState(false)
  const hasOwnAddress = wantsAddress || fields.value.address !== ''
  return (
    <>
      <CheckField
        label="Same address as the first traveller"
        checked={!hasOwnAddress}
        onChange={(isSame) => {
          setWantsAddress(!isSame)
          if (isSame) fields.onChange({ address: '' })
        }}
      />
      {hasOwnAddress && <AddressField {...fields} />}
    </>
  )
}

/** Returns the saved details of the logged-in user; if they have saved none, a draft with only their name. */
function myDraft(
  full_name: string,
  saved: readonly Traveller[] | undefined,
): Partial<PassengerDraft> {
  const known = saved?.find((one) => one.full_name === full_name)
  return known === undefined ? { full_name, save: true } : makePassengerDraft(known)
}
