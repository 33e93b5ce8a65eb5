import { describeFuelAndTolls } from '#contract/charters/rules'
import { formatKm } from '#contract/quantities'
import { type CharterQuote, CharterQuoteInput } from '#contract/charters/market/model'
import type { CharterVehicleDetail } from '#contract/charters/market/model'
import { charterLabels } from '#features/charters'
import { type JourneyDraft, JourneyFields, makeJourneyRoute } from '#features/charters/journey'
import type { Draft } from '#lib/drafts'
import { findFieldErrors } from '#lib/api/error'
import { type QueryState, QueryResult } from '#ui/query-result'
import { FareLines } from '#ui/money'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import styles from './market.module.css'
import { quoteCharterQuery } from './queries.ts'

/** Returns the query of the vehicle's price for a journey. Nothing is loaded until places and days are complete. */
export function useCharterQuote(vehicle_id: string, journey: JourneyDraft) {
  const result = CharterQuoteInput.safeParse({ vehicle_id, ...makeJourneyRoute(journey) })
  return useQuery(quoteCharterQuery(result.success ? result.data : undefined))
}

/** The places, the days and the lines of the price. */
export function CharterPriceCard({
  vehicle,
  draft,
  quote,
}: {
  vehicle: CharterVehicleDetail
  draft: Draft<JourneyDraft>
  quote: ReturnType<typeof useCharterQuote>
}) {
  const errors = findFieldErrors(quote.error)
  return (
    <Card label="Your price">
      <h2>Your price</h2>
      <div className={styles.stack} onBlur={draft.flush}>
        <JourneyFields
          journey={draft.value}
          errors={errors}
          write={(part) => draft.change((before) => ({ ...before, ...part }))}
        />
      </div>
      <CharterPriceView quote={quote} fuel_included={vehicle.fuel_included} />
    </Card>
  )
}

/** The price, or what is still needed to calculate it. */
export function CharterPriceView({
  quote,
  fuel_included,
}: {
  quote: QueryState<CharterQuote> & { isPending: boolean }
  fuel_included: boolean
}) {
  if (quote.isPending && quote.fetchStatus === 'idle' && quote.error === null)
    return <p className={styles.soft}>Choose places and days to see the price.</p>
  return (
    <div role="status">
      <QueryResult query={quote}>
        {(data) => (
          <div className={styles.stack}>
            {!data.is_free && <Notice tone="danger" title="Taken on these days" />}
            <p className={styles.soft}>
              {charterLabels.days(data)} · {formatKm(data.km)} by road
              {data.legs.some(({ empty }) => empty) &&
                ', including the empty drive from and to its home city'}
            </p>
            <FareLines lines={data.price.lines} total_kobo={data.price.total_kobo} />
            <p>{describeFuelAndTolls('days', fuel_included)}</p>
          </div>
        )}
      </QueryResult>
    </div>
  )
}
