import { bookCharter } from '#contract/charters/trips/endpoints'
import type { CharterPlan } from '#contract/charters/model'
import { BookCharterInput } from '#contract/charters/trips/model'
import type { CharterQuote, CharterVehicleDetail } from '#contract/charters/market/model'
import { formatNaira } from '#contract/money'
import { PaymentPlanField, LazyInlineSignIn, useOpenNewCharter } from '#features/charters'
import {
  DriverContactFields,
  JourneyDetailFields,
  type JourneyDraft,
  findJourneyErrors,
  JourneyFields,
  makeJourneyDetails,
  makeJourneyRoute,
} from '#features/charters/journey'
import { call } from '#lib/api'
import { findFieldErrors } from '#lib/api/error'
import type { Draft } from '#lib/drafts'
import { formatDayTime } from '#lib/format'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Form } from '#ui/form'
import { Card, Page } from '#ui/page'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { computeBalanceDueTime } from './balance-due.ts'
import { CharterPriceView, type useCharterQuote } from './price-card.tsx'

/** The last step of a booking: the journey with addresses, the contact, how much to pay now, and a login if needed. */
export function BookStep({
  vehicle,
  draft,
  quote,
}: {
  vehicle: CharterVehicleDetail
  draft: Draft<JourneyDraft>
  quote: ReturnType<typeof useCharterQuote>
}) {
  const user = useUser()
  const [params] = useSearchParams()
  const [wanted, setPlan] = useState<CharterPlan>('deposit')
  const price = quote.data
  const plan = price?.deposit_allowed === false ? 'all' : wanted
  const form = useBooking({ vehicle, draft, plan, total_kobo: price?.price.total_kobo })
  const before = new URLSearchParams(params)
  before.delete('step')
  const part = {
    journey: draft.value,
    // Without a price nothing can be sent, so the form itself would never say what the price lacks.
    errors: { ...findFieldErrors(quote.error), ...form.errors },
    write: (next: Partial<JourneyDraft>) => draft.change((old) => ({ ...old, ...next })),
  }
  const now_kobo = plan === 'deposit' ? price?.price.deposit_kobo : price?.price.total_kobo
  return (
    <Page
      title={`Book ${vehicle.name}`}
      heading="Book it"
      sub={`Step 2 of 3 · ${vehicle.name}`}
      back={{ to: { search: `?${before}` }, label: 'The vehicle' }}
      narrow
    >
      <Form
        onSubmit={form.submit}
        onBlur={draft.flush}
        watch={form.watch}
        error={form.error}
        action={
          user !== undefined && (
            <Button
              type="submit"
              kind="primary"
              wide
              busy={form.isSending}
              disabled={!price?.is_free}
            >
              {now_kobo === undefined ? 'Book and pay' : `Book and pay ${formatNaira(now_kobo)}`}
            </Button>
          )
        }
      >
        <Card label="The trip">
          <h2>The trip</h2>
          <JourneyFields {...part} addresses />
          <JourneyDetailFields {...part} most={vehicle.seats} />
        </Card>
        <DriverContactFields {...part} />
        <Card label="Price">
          <h2>Price</h2>
          <CharterPriceView quote={quote} fuel_included={vehicle.fuel_included} />
          {price !== undefined && (
            <PaymentPlanField
              price={price.price}
              allowed={price.deposit_allowed}
              due={formatBalanceDue(price, draft.value)}
              value={plan}
              onChange={setPlan}
            />
          )}
        </Card>
      </Form>
      {user === undefined && (
        <LazyInlineSignIn why="A booking needs an account, so that only you can change it." />
      )}
    </Page>
  )
}

const formatBalanceDue = ({ balance_due_at }: CharterQuote, { start_time }: JourneyDraft) =>
  balance_due_at === null ? '' : formatDayTime(computeBalanceDueTime(balance_due_at, start_time))

function useBooking({
  vehicle: { id, seats },
  draft,
  plan,
  total_kobo = 0,
}: {
  vehicle: CharterVehicleDetail
  draft: Draft<JourneyDraft>
  plan: CharterPlan
  total_kobo: number | undefined
}) {
  const queries = useQueryClient()
  const openNew = useOpenNewCharter()
  return useForm(BookCharterInput, {
    draft,
    read: (journey) => ({
      vehicle_id: id,
      ...makeJourneyRoute(journey),
      ...makeJourneyDetails(journey),
      plan,
      total_kobo,
    }),
    faults: (journey) => ({
      ...findJourneyErrors(journey),
      ...(Number(journey.travellers) > seats && {
        travellers: `This vehicle takes ${seats} at most.`,
      }),
    }),
    send: (input, key) =>
      call(bookCharter, input, { key }).catch((error: unknown) => {
        // Load the quote again after a refusal, because its price or the free days may have changed.
        void queries.invalidateQueries({ queryKey: ['quoteCharter'] })
        void queries.invalidateQueries({ queryKey: ['getCharterVehicle', id] })
        throw error
      }),
    done: openNew,
  })
}
