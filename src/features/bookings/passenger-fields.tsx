import type { PassengerType } from '#contract/lookups/model'
import type { Traveller } from '#contract/profile/model'
import { TravellerFields } from '#features/profile'
import { showPhone } from '#lib/format'
import type { FieldErrors } from '#lib/use-form'
import { Button } from '#ui/button'
import { CheckField } from '#ui/fields'
import { Card } from '#ui/page'
import type { PassengerDraft } from './passenger-form.ts'
import styles from './bookings.module.css'

/** One traveller. `index` is her place in what is sent, which the server's errors name. */
export function PassengerFields({
  seat,
  index,
  value,
  types,
  saved,
  errors,
  onChange,
}: {
  seat: number
  index: number
  value: PassengerDraft
  types: readonly PassengerType[]
  /** Travellers of the account, less those on other seats; undefined for a guest. */
  saved: readonly Traveller[] | undefined
  errors: FieldErrors
  onChange: (change: Partial<PassengerDraft>) => void
}) {
  const isSaved = saved?.some((one) => one.full_name === value.full_name.trim())
  return (
    <Card label={`Traveller on seat ${seat}`}>
      <h2>Seat {seat}</h2>
      {saved !== undefined && saved.length > 0 && (
        <div className={styles.saved} role="group" aria-label={`Saved travellers for seat ${seat}`}>
          {saved.map((one) => (
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
        error={(name) => errors[`passengers.${index}.${name}`]}
        isFirst={index === 0}
        onChange={onChange}
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

const draftOf = (one: Traveller): PassengerDraft => ({
  full_name: one.full_name,
  gender: one.gender,
  passenger_type: one.passenger_type,
  address: one.address,
  phone: one.phone === null ? '' : showPhone(one.phone),
  save: false,
})
