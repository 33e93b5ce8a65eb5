import type { PassengerType } from '#contract/lookups/model'
import type { Traveller } from '#contract/profile/model'
import { draftFrom, TravellerFields } from '#features/profile'
import type { FieldErrors } from '#lib/use-form'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { TextField } from '#ui/fields'
import { Card } from '#ui/page'
import { useState } from 'react'
import type { PassengerDraft } from './passenger-form.ts'
import styles from './bookings.module.css'

/** The fields of one traveller. `index` is their position in the input, which the server's errors name. */
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
  const error = (name: string) => errors[`passengers.${index}.${name}`]
  const [wantsAddress, setWantsAddress] = useState(false)
  const hasOwnAddress = wantsAddress || value.address !== ''
  const isSaved = saved?.some((one) => one.full_name === value.full_name.trim())
  const others = (saved ?? []).filter((one) => one.full_name !== me)
  return (
    <Card label={`Traveller on seat ${seat}`}>
      <h2>Seat {seat}</h2>
      {(me !== undefined || others.length > 0) && (
        <div className={styles.saved} role="group" aria-label={`Saved travellers for seat ${seat}`}>
          {me !== undefined && (
            <Button onClick={() => onChange(myDraft(me, saved))}>I am travelling</Button>
          )}
          {others.map((one) => (
            <Button key={one.id} onClick={() => onChange(draftOf(one))}>
              {one.full_name}
            </Button>
          ))}
        </div>
      )}
      <TravellerFields
        name={String(seat)}
        value={value}
        types={types}
        error={error}
        isFirst={isFirst}
        {...(isFirst ? { shared: 'phone' } : !hasOwnAddress && { shared: 'address' })}
        onChange={onChange}
      />
      {!isFirst && (
        <CheckField
          label="Same address as the first traveller"
          checked={!hasOwnAddress}
          onChange={(isSame) => {
            setWantsAddress(!isSame)
            if (isSame) onChange({ address: '' })
          }}
        />
      )}
      <TextField
        label="Baby on the lap"
        optional
        hint="Name, if one comes along. Under 2, free."
        autoComplete="off"
        value={value.infant_name ?? ''}
        error={error('infant_name')}
        onChange={(infant_name) => onChange({ infant_name })}
      />
      {saved !== undefined && isSaved === false && (
        <CheckField
          label="Save this traveller for next time"
          checked={value.save ?? false}
          onChange={(save) => onChange({ save })}
        />
      )}
    </Card>
  )
}

/** Returns the logged-in user's saved traveller, or a draft with only their name if they have not saved themselves. */
function myDraft(
  full_name: string,
  saved: readonly Traveller[] | undefined,
): Partial<PassengerDraft> {
  const known = saved?.find((one) => one.full_name === full_name)
  return known === undefined ? { full_name, save: true } : draftOf(known)
}

const draftOf = (one: Traveller): PassengerDraft => ({ ...draftFrom(one), save: false })
