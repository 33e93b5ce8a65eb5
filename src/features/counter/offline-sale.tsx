import { AllottedSaleInput } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Form } from '#ui/form'
import { useState } from 'react'
import {
  type AnsweredAllotment,
  priceAllottedSeats,
  type SaleFailure,
  sellOnPhone,
} from './allotments.ts'
import { reportOfflineSales } from './counter-report.ts'
import { SaleFields } from './sale-fields.tsx'
import { emptySale, makeSaleInput } from './sale-form.ts'

const failures: Record<SaleFailure, string> = {
  taken: 'One of these seats is no longer left on this phone. Choose another one.',
  over: 'The time to sell these seats on this phone is over.',
  not_stored:
    'This phone could not save the sale: its storage is full or switched off. Nothing was sold.',
}

/** Sells seats of an allotment. The sale is stored before its tickets are displayed, and reported when possible. */
export function OfflineSaleForm({
  entry,
  seats,
  onSold,
}: {
  entry: AnsweredAllotment
  seats: readonly number[]
  /** Called with the key of the sale. */
  onSold: (sale: string) => void
}) {
  const { allotment } = entry
  const [entered, setEntered] = useState(emptySale)
  const written = makeSaleInput(entered, seats)
  const total_kobo = priceAllottedSeats(
    allotment,
    written.passengers.map(({ passenger_type }) => passenger_type),
  )
  const { submit, isSending, errors, error } = useForm(AllottedSaleInput, {
    draft: { value: entered },
    read: (text) => ({
      ...makeSaleInput(text, seats),
      shift: allotment.shift,
      id: allotment.id,
      total_kobo,
      sold_at: new Date(serverNow()).toISOString(),
    }),
    send: async (input, key) => {
      const failure = await sellOnPhone(entry.id, key, input)
      if (failure !== undefined) throw new CallError({ detail: failures[failure] })
      void reportOfflineSales()
      return key
    },
    done: (sale) => onSold(sale),
  })
  return (
    <Form
      onSubmit={submit}
      error={error}
      action={
        <Button type="submit" kind="primary" wide busy={isSending} waitsForNetwork={false}>
          Sold for {formatNaira(total_kobo)}
        </Button>
      }
    >
      <SaleFields
        seats={seats}
        types={allotment.passenger_types.map(({ code, label }) => ({ code, name: label }))}
        draft={entered}
        errors={errors}
        onChange={setEntered}
      />
    </Form>
  )
}
