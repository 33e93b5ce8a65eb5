import { formatCount } from '#contract/quantities'
import { bookAirport } from '#contract/charters/trips/endpoints'
import type { Airport } from '#contract/charters/market/model'
import { BookAirportTransferInput } from '#contract/charters/trips/model'
import { airportWaitMinutes } from '#contract/charters/trips/rules'
import { formatNaira } from '#contract/money'
import { LazyInlineSignIn, useOpenNewCharter } from '#features/charters'
import { call } from '#lib/api'
import { type Draft, useDraft } from '#lib/drafts'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { Form } from '#ui/form'
import { FareLines } from '#ui/money'
import { Card, Page } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import {
  FlightFields,
  TransferPriceFields,
  VehicleSizeField,
  PersonToMeetFields,
} from './airport-fields.tsx'
import {
  findTransferChoice,
  makeTransferForm,
  makeTransferInput,
  type AirportTransferForm,
  findTransferErrors,
} from './airport-form.ts'
import { listAirportsQuery } from './queries.ts'

/** Books a transfer from or to an airport, at `/charter-airport`, at a fixed price for each area. */
export function AirportScreen() {
  const airports = useQuery(listAirportsQuery)
  return (
    <Page
      title="Airport pick-up and drop-off"
      under="Fixed prices. Your driver waits with your name on a board, even if the flight is late."
      back={{ to: '/charter-type', label: 'Charter a vehicle' }}
      narrow
    >
      <QueryResult query={airports}>{(all) => <TransferForm airports={all} />}</QueryResult>
    </Page>
  )
}

function TransferForm({ airports }: { airports: readonly Airport[] }) {
  const [params] = useSearchParams()
  const user = useUser()
  const draft = useDraft('charter-airport', makeTransferForm(params))
  const { price } = findTransferChoice(airports, draft.value)
  const form = useTransfer(draft, price)
  const part = {
    airports,
    transfer: draft.value,
    errors: form.errors,
    write: (next: Partial<AirportTransferForm>) =>
      draft.change((before) => ({ ...before, ...next })),
  }
  return (
    <>
      <Form
        onSubmit={form.submit}
        onBlur={draft.flush}
        watch={form.watch}
        error={form.error}
        action={
          user !== undefined && (
            <Button type="submit" kind="primary" wide busy={form.isSending}>
              {price === undefined
                ? 'Book and pay'
                : `Book and pay ${formatNaira(price.price.total_kobo)}`}
            </Button>
          )
        }
      >
        <Card label="Your price">
          <h2>Your price</h2>
          <TransferPriceFields {...part} />
          <VehicleSizeField {...part} />
          {price !== undefined && (
            <div role="status">
              <FareLines lines={price.price.lines} total_kobo={price.price.total_kobo} />
              <p>
                The price includes driver, fuel, tolls and{' '}
                {formatCount(airportWaitMinutes, 'minute')} of waiting.
              </p>
            </div>
          )}
        </Card>
        <Card label="The flight">
          <h2>The flight</h2>
          <FlightFields {...part} />
        </Card>
        <Card label="Who the driver meets">
          <PersonToMeetFields {...part} />
        </Card>
      </Form>
      {user === undefined && (
        <LazyInlineSignIn why="A booking needs an account, so that only you can change it." />
      )}
    </>
  )
}

function useTransfer(
  draft: Draft<AirportTransferForm>,
  price: ReturnType<typeof findTransferChoice>['price'],
) {
  const queries = useQueryClient()
  const openNew = useOpenNewCharter()
  return useForm(BookAirportTransferInput, {
    draft,
    read: (transfer) => makeTransferInput(transfer, price),
    faults: (transfer) => findTransferErrors(transfer, price),
    send: (input, key) =>
      call(bookAirport, input, { key }).catch((error: unknown) => {
        void queries.invalidateQueries(listAirportsQuery)
        throw error
      }),
    done: openNew,
  })
}
