import type { OperatorDeparture } from '#contract/boarding/model'
import { sellParcelAtCounter } from '#contract/counter/endpoints'
import { WalkInParcelInput, type WalkInParcelSale } from '#contract/counter/parcels'
import { formatNaira } from '#contract/money'
import type { ParcelLists } from '#contract/parcels/choice'
import { PaymentMeansField } from '#features/counter'
import { departuresQuery } from '#features/bookings/desk'
import { call, CallError } from '#lib/api'
import { isOutcomeUnknown } from '#lib/api/idempotency-key'
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
import { useMemo, useRef, useState } from 'react'
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
import { type ParcelAttempt, UnansweredParcel } from './unanswered-parcel.tsx'

/**
 * What a clerk has typed of a parcel. Its state is outside the form, so that it survives while the form is not
 * displayed.
 */
interface TypedParcel {
  draft: ParcelDraft
  onDraft: (draft: ParcelDraft) => void
  /** The code of the counter that accepts the parcel. It is preselected for the next parcel; empty before the first. */
  counter: string
  onCounter: (code: string) => void
  /** The sale that has no answer yet: the server may have made it. */
  unanswered: ParcelAttempt | undefined
  /** The refusal of the last sale, until the draft is changed. */
  refused: CallError | null
  /**
   * Sells the parcel and empties its draft. A sale that is under way or has no answer is repeated unchanged: the server
   * may have made it.
   */
  sell: (attempt: ParcelAttempt) => Promise<WalkInParcelSale>
}

/** Returns what a clerk has typed of a parcel, and its sale while that has no answer. */
export function useTypedParcel(): TypedParcel {
  const client = useQueryClient()
  const [draft, setDraft] = useState(emptyParcelDraft)
  const [counter, onCounter] = useState('')
  const [unanswered, setUnanswered] = useState<ParcelAttempt>()
  const [refused, setRefused] = useState<CallError | null>(null)
  const underWay = useRef<{ attempt: ParcelAttempt; draft: ParcelDraft }>(undefined)
  const settle = () => {
    underWay.current = undefined
    setUnanswered(undefined)
  }
  return {
    draft,
    onDraft: (next) => {
      setDraft(next)
      setRefused(null)
    },
    counter,
    onCounter,
    unanswered,
    refused,
    sell: async (next) => {
      const { attempt, draft: sent } = (underWay.current ??= { attempt: next, draft })
      try {
        const sale = await call(sellParcelAtCounter, attempt.input, { key: attempt.key })
        settle()
        // What was typed since is of another parcel.
        setDraft((now) => (now === sent ? emptyParcelDraft : now))
        return sale
      } catch (error) {
        if (isOutcomeUnknown(error)) setUnanswered(attempt)
        else {
          settle()
          setRefused(error instanceof CallError ? error : null)
          // The price may differ because the lists on this device are out of date.
          void client.invalidateQueries(parcelListsQuery)
        }
        throw error
      }
    },
  }
}

interface Props extends TypedParcel {
  shift: string
  onSold: (sale: WalkInParcelSale) => void
}

/**
 * The form with which a clerk sells one parcel to a sender at the counter. While a sale has no answer, it is displayed
 * instead, so that the next parcel is not sold under its name.
 */
export function ParcelSaleForm(props: Props) {
  const { unanswered, sell, onSold } = props
  return unanswered === undefined ? (
    <NextParcel {...props} />
  ) : (
    <UnansweredParcel attempt={unanswered} sell={sell} onSold={onSold} />
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
  const change = (next: Partial<ParcelDraft>) => onDraft({ ...draft, ...next })
  const [only, ...others] = counters
  const counter =
    counters.find(({ code }) => code === chosen) ?? (others.length === 0 ? only : undefined)
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
            onCounter(code)
            change({ to: '', pick_up: '' })
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
    typed: { value: draft },
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
