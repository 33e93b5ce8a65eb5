import { makeRefusal } from '#contract/errors'

/** Throws `invalid_input` for babies on a child's lap. */
export function refuseInfantsOnChildLaps(
  passengers: readonly { passenger_type: string; infant_name?: string | undefined }[],
): void {
  const wrong = passengers.flatMap(({ passenger_type, infant_name }, index) =>
    passenger_type === 'child' && infant_name !== undefined
      ? [[`passengers.${index}.infant_name`, 'A baby travels on the lap of an adult.']]
      : [],
  )
  if (wrong.length > 0) throw makeRefusal('invalid_input', { fields: Object.fromEntries(wrong) })
}
