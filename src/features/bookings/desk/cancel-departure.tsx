import { cancelTrip } from '#contract/bookings/endpoints'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { TripCancellationInput } from '#contract/bookings/model'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { SecondFactorGate } from '#ui/desk/second-factor-gate'
import { AreaField } from '#ui/fields'
import { FactList } from '#ui/facts'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancellationQuery, manifestQuery } from './queries.ts'

/** Cancels a departure, after showing what that costs. */
export function CancelDepartureForm({
  id,
  membership,
}: {
  id: string
  membership: DeskMembership
}) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <ButtonRow>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          Cancel this departure
        </Button>
      </ButtonRow>
    )
  return (
    <Card>
      <h2>Cancel this departure</h2>
      <SecondFactorGate membership={membership} action="Cancelling a departure">
        <Costs id={id} onBack={() => setOpen(false)} />
      </SecondFactorGate>
    </Card>
  )
}

function Costs({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useQuery(cancellationQuery(id))
  const { data } = query
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const { submit, isSending, errors, error } = useForm(TripCancellationInput, {
    draft: { value: { note } },
    read: (values) => ({
      id,
      refund_kobo: data?.refund_kobo,
      ...(values.note.trim() !== '' && { note: values.note }),
    }),
    send: (input, key) => call(cancelTrip, input, { key }),
    // Bookings may have been made or cancelled meanwhile.
    afterRefusal: () => client.invalidateQueries(cancellationQuery(id)),
    done: async () => {
      await client.invalidateQueries({ queryKey: ['departures'] })
      await client.invalidateQueries(manifestQuery(id))
    },
  })
  return (
    <QueryResult query={query}>
      {(preview) => (
        <Form
          onSubmit={submit}
          error={error}
          offline="No network. We do not know yet whether it was cancelled. Try again; it cannot be cancelled twice."
          action={
            <ButtonRow>
              <Button type="submit" kind="danger" busy={isSending}>
                Cancel it and refund {formatNaira(preview.refund_kobo)}
              </Button>
              <Button onClick={onBack}>Keep it</Button>
            </ButtonRow>
          }
        >
          <FactList
            facts={[
              ['Travellers', `${preview.travellers} in ${preview.bookings} paid bookings`],
              ['Refunds', formatNaira(preview.refund_kobo)],
              ['Not paid yet', preview.unpaid_bookings > 0 ? preview.unpaid_bookings : null],
              ['Paying now', preview.payments_under_way > 0 ? preview.payments_under_way : null],
              ['Waiting list', preview.people_waiting > 0 ? preview.people_waiting : null],
              [
                'Parcels',
                preview.parcels > 0 ? `${preview.parcels}, which take another bus` : null,
              ],
            ]}
          />
          <AreaField
            label="Why"
            hint="Every traveller gets this sentence."
            optional
            value={note}
            error={errors['note']}
            onChange={setNote}
          />
        </Form>
      )}
    </QueryResult>
  )
}
