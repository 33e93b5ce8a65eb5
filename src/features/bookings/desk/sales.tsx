import type { Manifest } from '#contract/boarding/model'
import { setTripSales } from '#contract/trips/endpoints'
import { TripSalesInput } from '#contract/trips/model'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { MutedText } from '#ui/desk/page'
import { Form } from '#ui/form'
import { Card } from '#ui/page'
import { useQueryClient } from '@tanstack/react-query'
import { manifestQuery } from './queries.ts'

/** Says that a departure cannot be sold since it is not in the timetable, and what its operator must do. */
export const OffSale = () => (
  <Card>
    <h2>Off sale</h2>
    <MutedText>
      This departure is no longer in your timetable, so no seat is sold. Tickets stay valid: run it,
      or cancel it so that everybody is refunded.
    </MutedText>
  </Card>
)

/** Closes the sales of a departure immediately, or opens them again. */
export function SalesSwitch({ trip }: { trip: Manifest['trip'] }) {
  const client = useQueryClient()
  const isClosed = trip.sales_closed === true
  const { submit, isSending, error } = useForm(TripSalesInput, {
    draft: { value: {} },
    read: () => ({ id: trip.id, closed: !isClosed }),
    send: (input, key) => call(setTripSales, input, { key }),
    done: async () => {
      await client.invalidateQueries({ queryKey: ['departures'] })
      await client.invalidateQueries(manifestQuery(trip.id))
    },
  })
  return (
    <Card>
      <h2>{isClosed ? 'Sales closed' : 'On sale'}</h2>
      <Form
        onSubmit={submit}
        error={error}
        action={
          <Button type="submit" busy={isSending}>
            {isClosed ? 'Open sales' : 'Close sales'}
          </Button>
        }
      >
        <MutedText>
          {isClosed
            ? 'No seat is sold, on the web or at the counter. Seats that people hold can still be paid.'
            : 'Free seats are sold, on the web and at the counter, until the sale ends automatically.'}
        </MutedText>
      </Form>
    </Card>
  )
}
