import type { OperatorDeparture } from '#contract/boarding/model'
import { sellParcelAtCounter } from '#contract/counter/endpoints'
import { WalkInParcelInput, type WalkInParcelSale } from '#contract/counter/parcels'
import { formatNaira } from '#contract/money'
import type { ParcelLists } from '#contract/parcels/choice'
import type { Shape } from '#contract/shape'
import { PaymentMeansField } from '#features/counter'
import { departuresQuery } from '#features/bookings/desk'
import { call } from '#lib/api'
import { addDays, today } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { MutedText } from '#ui/desk/page'
import { SelectField } from '#ui/fields'
import { Form } from '#ui/form'
import { FareLines } from '#ui/money'
import { Card } from '#ui/page'
import { Notice } from '#ui/notice'
import { QueryResult } from '#ui/query-result'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import styles from './counter.module.css'
import { ContentsFields, GoodsFields, PeopleFields, RouteFields } from './parcel-fields.tsx'
import {
  emptyParcelDraft,
  findParcelDraftErrors,
  listSellingCounters,
  makeParcelSaleInput,
  type ParcelDraft,
  priceParcelDraft,
  type SellingCounter,
} from './parcel-sale-form.ts'
import { parcelListsQuery } from './queries.ts'
import { UnansweredSale } from './unanswered-sale.tsx'
import { type OngoingSale, useOngoingSale } from './use-ongoing-sale.ts'

/** What a clerk has typed of a parcel, and its sale while that has no answer. */
interface OngoingParcelSale extends OngoingSale<ParcelDraft, WalkInParcelInput, WalkInParcelSale> {
  /** The code of the counter that accepts the parcel. Preselected for the next parcel; empty before the first. */
  counter: string
  onCounter: (code: string) => void
}

const storedInput: Shape = {
  sender: { full_name: 'string' },
  receiver: { full_name: 'string' },
  total_kobo: 'number',
}

/** Returns what a clerk of this operator has typed of a parcel, and its sale while that has no answer. */
export function useOngoingParcelSale(operator: string): OngoingParcelSale {
  const client = useQueryClient()
  const [counter, onCounter] = useState('')
  const sale = useOngoingSale({
    scope: { kind: 'parcel', operator },
    shape: storedInput,
    empty: emptyParcelDraft,
    send: (input: WalkInParcelInput, key) => call(sellParcelAtCounter, input, { key }),
    // The price may differ because the lists on this device are out of date.
    onRefused: () => void client.invalidateQueries(parcelListsQuery),
  })
  return { ...sale, counter, onCounter }
}

interface Props extends OngoingParcelSale {
  shift: string
  /** The code of the motor park at which the clerk sells seats; empty for all. Its counter is preselected. */
  park: string
  onSold: (sale: WalkInParcelSale) => void
}

/**
 * The form with which a clerk sells one parcel to a sender at the counter. While a sale has no answer, it is displayed
 * instead, so that the next parcel is not sold under its name.
 */
export function ParcelSaleForm(props: Props) {
  const { is_ready, unanswered, onSold } = props
  if (!is_ready) return null
  if (unanswered === undefined) return <NextParcel {...props} />
  const { sender, receiver, total_kobo } = unanswered.input
  return (
    <UnansweredSale
      key={unanswered.key}
      subject="parcel"
      about={`From ${sender.full_name} to ${receiver.full_name}, ${formatNaira(total_kobo)}`}
      sale={props}
      onSold={onSold}
    />
  )
}

function NextParcel(props: Props) {
  const lists = useQuery(parcelListsQuery)
  // A parcel goes with a bus of the next three days.
  const first = useQuery(departuresQuery(today(), { past: false }))
  const later = useQueries({
    queries: [1, 2].map((ahead) => departuresQuery(addDays(today(), ahead))),
    combine: listAll,
  })
  // Computed here, since the form is rendered again at every keystroke.
  const { data: known } = lists
  const { data: soonest } = first
  const counters = useMemo(
    () => known && soonest && listSellingCounters(known, [...soonest, ...later]),
    [known, soonest, later],
  )
  return (
    <QueryResult query={first}>
      {() => (
        <QueryResult query={lists}>
          {(all) => counters && <WalkInForm lists={all} counters={counters} {...props} />}
        </QueryResult>
      )}
    </QueryResult>
  )
}

const listAll = (answers: readonly { data: OperatorDeparture[] | undefined }[]) =>
  answers.flatMap(({ data = [] }) => data)

function WalkInForm({
  shift,
  park,
  counter: chosen,
  onCounter,
  draft,
  onDraft,
  refused,
  sell,
  onSold,
  lists,
  counters,
}: Props & { lists: ParcelLists; counters: readonly SellingCounter[] }) {
  const [only, ...others] = counters
  const counter =
    counters.find(({ code }) => code === (chosen || park)) ??
    (others.length === 0 ? only : undefined)
  const change = (next: Partial<ParcelDraft>) => {
    // What is entered is for this counter, even if seats are then sold at another park.
    if (counter !== undefined) onCounter(counter.code)
    onDraft({ ...draft, ...next })
  }
  const routes = counter?.routes ?? []
  const route = routes.find((one) => one.route.to_city === draft.to)
  const price = priceParcelDraft(draft, route?.route, lists)
  const { submit, isSending, errors, error } = useSaleForm({
    draft,
    shift,
    counter: counter?.code ?? '',
    route: route?.route.code ?? '',
    total_kobo: price?.total_kobo ?? NaN,
    refused,
    sell,
    onSold,
  })
  const fields = { draft, change, errors, lists }
  if (only === undefined)
    return <Notice title="No bus of yours can carry a parcel in the next three days." />
  return (
    <Card label="Send a parcel">
      <Form
        onSubmit={submit}
        error={error}
        action={
          <Button type="submit" kind="primary" wide busy={isSending}>
            {price === undefined ? 'Take the money' : `Take ${formatNaira(price.total_kobo)}`}
          </Button>
        }
      >
        <SelectField
          label="Accepted at"
          empty="Choose a counter"
          value={counter?.code ?? ''}
          error={errors['quote.drop_off.location']}
          options={counters.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code) => {
            change({ to: '', pick_up: '' })
            onCounter(code)
          }}
        />
        <RouteFields {...fields} routes={routes} />
        <GoodsFields {...fields} />
        <ContentsFields {...fields} />
        <PeopleFields {...fields} />
        {price !== undefined && <Price price={price} />}
        <PaymentMeansField value={draft.means} onChange={(means) => change({ means })} />
      </Form>
    </Card>
  )
}

/** The form of a sale, with the errors that the contract's schema cannot express. */
function useSaleForm({
  draft,
  refused,
  sell,
  onSold,
  ...sale
}: Pick<Props, 'draft' | 'shift' | 'counter' | 'refused' | 'sell' | 'onSold'> & {
  route: string
  total_kobo: number
}) {
  return useForm(WalkInParcelInput, {
    draft: { value: draft },
    read: (text) => makeParcelSaleInput(text, sale),
    faults: (text): Record<string, string> => ({
      ...findParcelDraftErrors(text),
      ...(sale.counter === '' && { 'quote.drop_off.location': 'Choose a counter.' }),
    }),
    send: (input, key) => sell({ input, key }),
    refused,
    done: onSold,
  })
}

/** The price with its lines, and the cover. */
function Price({ price }: { price: NonNullable<ReturnType<typeof priceParcelDraft>> }) {
  return (
    <div className={styles.parts} role="group" aria-label="Price">
      <FareLines lines={price.lines} total_kobo={price.total_kobo} />
      <MutedText>
        {price.cover_kobo > 0
          ? `If it is lost or damaged, up to ${formatNaira(price.cover_kobo)} is paid.`
          : 'It is not covered if lost or damaged: enter what it is worth.'}
      </MutedText>
    </div>
  )
}
