import { deliverParcel } from '#contract/counter/endpoints'
import type { Shift } from '#contract/counter/model'
import { type DeliveryAnswer, DeliverParcelInput } from '#contract/counter/parcels'
import type { CounterMeans } from '#contract/counter/rules'
import { formatNaira } from '#contract/money'
import type { CounterParcel } from '#contract/parcels/tracking'
import { PaymentMeansField } from '#features/counter'
import { NoShiftNotice, openShiftQuery } from '#features/counter/desk'
import { call } from '#lib/api'
import { computeDay, formatDay } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counterParcelsFilter } from './queries.ts'
import { findStepPark, stepLabels } from './steps.ts'
import { requireAcceptedResult, applyStepToCache } from './use-step.ts'

interface Props {
  parcel: CounterParcel
  onDone: (answer: DeliveryAnswer) => void
}

/** The form that delivers a parcel for which storage is due. The fee goes into the drawer of the clerk's open shift. */
export function StorageFeeStep(props: Props) {
  const query = useQuery(openShiftQuery)
  const { storage, zone } = props.parcel
  if (storage === null) return null
  return (
    <>
      <Notice tone="warning" title={`Take ${formatNaira(storage.due_kobo)} for storage first.`}>
        It was free until {formatLastFreeDay(storage, zone)}, then{' '}
        {formatNaira(storage.per_day_kobo)} a day.
      </Notice>
      <QueryResult query={query}>
        {({ shift }) =>
          shift === null ? (
            <NoShiftNotice>
              The fee goes into the drawer of a shift, so open yours first.
            </NoShiftNotice>
          ) : (
            <DeliveryForm {...props} shift={shift} storage_kobo={storage.due_kobo} />
          )
        }
      </QueryResult>
    </>
  )
}

function DeliveryForm({
  parcel,
  shift,
  storage_kobo,
  onDone,
}: Props & { shift: Shift; storage_kobo: number }) {
  const client = useQueryClient()
  const [entered, setEntered] = useState<{ pin: string; means: CounterMeans }>({
    pin: '',
    means: 'cash',
  })
  const { submit, isSending, errors, error } = useForm(DeliverParcelInput, {
    draft: { value: entered },
    read: ({ pin, means }) => ({
      shift: shift.id,
      reference: parcel.tracking_id,
      pin: pin.replaceAll(/\s/g, ''),
      place: findStepPark('delivered', parcel),
      means,
      storage_kobo,
    }),
    send: async (input, key) => {
      try {
        const answer = requireAcceptedResult(await call(deliverParcel, input, { key }))
        client.setQueryData(openShiftQuery.queryKey, { shift: answer.shift })
        applyStepToCache(client, parcel, 'delivered', answer)
        return answer
      } finally {
        void client.invalidateQueries(counterParcelsFilter)
      }
    },
    done: onDone,
  })
  return (
    <Form
      onSubmit={submit}
      error={error}
      offline="No network. We do not know yet whether it was recorded. Try again; it counts once."
      action={
        <ButtonRow wide>
          <Button type="submit" kind="primary" busy={isSending}>
            {formatNaira(storage_kobo)} is paid. {stepLabels.delivered.act}
          </Button>
        </ButtonRow>
      }
    >
      <PaymentMeansField
        value={entered.means}
        onChange={(means) => setEntered({ ...entered, means })}
      />
      <PickupPinField
        hint="The receiver has it by SMS."
        value={entered.pin}
        error={errors['pin']}
        onChange={(pin) => setEntered({ ...entered, pin })}
      />
    </Form>
  )
}

/** A field for the pickup PIN, which the clerk asks from the receiver or, for a returned parcel, from the sender. */
export function PickupPinField(props: {
  hint: string
  value: string
  error: string | undefined
  onChange: (pin: string) => void
}) {
  return (
    <TextField {...props} label="Pickup PIN" inputMode="numeric" autoComplete="off" maxLength={9} />
  )
}

/** Formats the last day of free storage: the day before `free_until`, which is a midnight. */
export const formatLastFreeDay = (
  { free_until }: NonNullable<CounterParcel['storage']>,
  zone: string,
) => formatDay(computeDay(Date.parse(free_until) - 1, zone))
