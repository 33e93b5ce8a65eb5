import { maxListedSales } from '#contract/counter/rules'
import { type CounterSaleItem, FindSalesInput } from '#contract/counter/model'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { formatSeats } from '#contract/quantities'
import { paymentMeansLabels } from '#features/counter'
import { formatDayTime, formatTime } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { CoverLink, LinkCard } from '#ui/cover-link'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import styles from './counter.module.css'
import { openShiftQuery, salesQuery } from './queries.ts'
import { ParcelSaleScreen } from './sold-parcel.tsx'
import { SeatSaleScreen } from './sold-seats.tsx'
import { describeSaleState, makeSalePath } from './sale-facts.ts'

/**
 * What the counter has sold: the sales of the clerk's open shift, those that a search finds, or one of them.
 */
export function SalesScreen({ membership }: { membership: DeskMembership }) {
  const { reference } = useParams()
  const [params] = useSearchParams()
  if (reference === undefined) return <SalesList />
  return params.has('parcel') ? (
    <ParcelSaleScreen {...{ reference, membership }} />
  ) : (
    <SeatSaleScreen {...{ reference, membership }} />
  )
}

/** The list of sales. The URL contains the search text. */
function SalesList() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const query = useQuery(salesQuery(search))
  return (
    <DeskPage title="Sales">
      <SearchForm key={search} search={search} onSearch={(next) => setParams(next)} />
      <h2>{search === '' ? 'Sales of my open shift' : `Found for ${search}`}</h2>
      <QueryResult query={query}>
        {(sales) => (
          <>
            {sales.length === 0 && (search === '' ? <NoSales /> : <NothingFound />)}
            <CardList>
              {sales.map((sale) => (
                <SaleCard key={sale.reference} sale={sale} />
              ))}
            </CardList>
            {sales.length >= maxListedSales && (
              <MutedText>
                Older sales are not listed. Find one by its booking, ticket, waybill or phone.
              </MutedText>
            )}
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}

function SearchForm({
  search,
  onSearch,
}: {
  search: string
  onSearch: (next: { search?: string }) => void
}) {
  const [entered, setEntered] = useState(search)
  const { submit, errors, error } = useForm(FindSalesInput, {
    draft: { value: entered },
    read: (text) => ({ search: text.trim() }),
    send: (input) => Promise.resolve(input),
    done: (input) => onSearch({ search: input.search ?? '' }),
  })
  return (
    <Form
      onSubmit={submit}
      error={error}
      action={
        <ButtonRow>
          <Button type="submit">Find</Button>
          {search !== '' && <Button onClick={() => onSearch({})}>Sales of my shift</Button>}
        </ButtonRow>
      }
    >
      <TextField
        label="Booking, ticket, waybill or phone"
        value={entered}
        error={errors['search']}
        onChange={setEntered}
      />
    </Form>
  )
}

/** Says why the list of the clerk's shift is empty. */
function NoSales() {
  const shift = useQuery(openShiftQuery).data?.shift
  if (shift === undefined) return null
  return (
    <MutedText>
      {shift === null
        ? 'You have no open shift. Find an earlier sale above.'
        : 'Nothing is sold in this shift yet.'}
    </MutedText>
  )
}

const NothingFound = () => (
  <MutedText>
    Your counters have sold nothing under this. What was bought in the app or on the web is refunded
    there.
  </MutedText>
)

function SaleCard({ sale }: { sale: CounterSaleItem }) {
  const { reference, traveller, travellers, from, to, amount_kobo, means, sold_at } = sale
  const seats = travellers.map(({ seat }) => seat)
  const state = describeSaleState(sale)
  return (
    <LinkCard label={`${traveller}, ${reference}`}>
      <CoverLink to={makeSalePath(sale)} className={styles.sale}>
        <b className={styles.buyer}>{traveller}</b>
        <b>{formatNaira(amount_kobo)}</b>
      </CoverLink>
      <div>
        <MutedText>
          {from} → {to}, {formatDayTime(sale.departs_at, sale.zone)}
        </MutedText>
        <MutedText>
          {sale.subject === 'parcel' && 'Parcel · '}
          {seats.length > 0 && `${formatSeats(seats, 'Seat')} · `}
          {paymentMeansLabels[means]}, {formatTime(sold_at)} · {reference}
        </MutedText>
      </div>
      {state !== null && <p>{state}</p>}
    </LinkCard>
  )
}
