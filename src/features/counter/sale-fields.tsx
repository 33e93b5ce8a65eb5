import type { FieldErrors } from '#lib/use-field-checks'
import { PaymentMeansField } from './payment-means-field.tsx'
import { getWalkInAt, type SaleDraft, type TravellerType } from './sale-form.ts'
import { CounterKinFields, WalkInFields } from './walk-in-fields.tsx'

/** The fields of a sale of seats: the travellers by seat, their next of kin, and how they pay. */
export function SaleFields({
  seats,
  types,
  draft,
  errors,
  onChange,
}: {
  seats: readonly number[]
  types: readonly TravellerType[]
  draft: SaleDraft
  errors: FieldErrors
  onChange: (text: SaleDraft) => void
}) {
  return (
    <>
      {seats.map((seat, index) => (
        <WalkInFields
          key={seat}
          seat={seat}
          types={types}
          value={getWalkInAt(draft, index)}
          errorOf={(field) => errors[`passengers.${index}.${field}`]}
          onChange={(next) =>
            onChange({
              ...draft,
              // More may be typed than seats are chosen now, after a change to another departure.
              travellers: Array.from(
                { length: Math.max(seats.length, draft.travellers.length) },
                (_, at) => (at === index ? next : getWalkInAt(draft, at)),
              ),
            })
          }
        />
      ))}
      <CounterKinFields
        value={draft.kin}
        errorOf={(field) => errors[`next_of_kin.${field}`]}
        onChange={(kin) => onChange({ ...draft, kin })}
      />
      <PaymentMeansField value={draft.means} onChange={(means) => onChange({ ...draft, means })} />
    </>
  )
}
