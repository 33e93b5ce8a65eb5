import type { WalkInParcelSale } from '#contract/counter/parcels'
import { formatNaira } from '#contract/money'
import { Button } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { ParcelSlips } from './parcel-slips.tsx'
import { parcelSaleQuery } from './queries.ts'

/**
 * The parcel that was just sold, with its waybill. Its PIN is loaded by a separate call, whose answer is not stored.
 */
export function ParcelSaleReceipt({
  sale: { reference, parcel },
  onNext,
}: {
  sale: WalkInParcelSale
  onNext: () => void
}) {
  const query = useQuery(parcelSaleQuery(reference))
  return (
    <Card label="Sold">
      <div role="status">
        <h2>Paid {formatNaira(parcel.price.total_kobo)}. It is accepted.</h2>
      </div>
      <ButtonRow>
        <Button kind="primary" onClick={onNext}>
          Next sale
        </Button>
        <Button disabled={query.data === undefined} onClick={() => print()}>
          Print
        </Button>
      </ButtonRow>
      <QueryResult query={query}>{(sale) => <ParcelSlips parcel={sale.parcel} />}</QueryResult>
    </Card>
  )
}
