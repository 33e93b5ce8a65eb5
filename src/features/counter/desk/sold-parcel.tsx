import { refundParcelAtCounter } from '#contract/counter/endpoints'
import { type ParcelSale, ParcelRefundInput } from '#contract/counter/parcels'
import type { Shift } from '#contract/counter/model'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { hasParcelEnded } from '#contract/parcels/rules'
import { paymentMeansLabels } from '#features/counter'
import { call } from '#lib/api'
import { formatDayTime } from '#lib/format'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { OutcomeNotice, type OutcomeText } from '#ui/desk/outcome'
import { DeskPage } from '#ui/desk/page'
import { SecondFactorGate } from '#ui/desk/second-factor-gate'
import { FactList } from '#ui/facts'
import { Form } from '#ui/form'
import { FareLines } from '#ui/money'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { DrawerGate } from './drawer-gate.tsx'
import { RenewPinButton } from './renew-pin-button.tsx'
import { ParcelSlips } from './parcel-slips.tsx'
import { allSalesFilter, openShiftQuery, parcelSaleQuery } from './queries.ts'

interface Props {
  reference: string
  membership: DeskMembership
}

/** A parcel that the counter sold: its waybill, to print it again; a new PIN; and its cancellation. */
export function ParcelSaleScreen({ reference, membership }: Props) {
  const query = useQuery(parcelSaleQuery(reference))
  const [outcome, setOutcome] = useState<OutcomeText>()
  return (
    <DeskPage title={`Parcel ${reference}`}>
      <Link to="/sales">All sales</Link>
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {(sale) => (
          <>
            <Card label="Sale">
              <FactList
                facts={[
                  ['State', sale.parcel.tracking.words],
                  ['Sold', `${formatNaira(sale.amount_kobo)}, ${formatDayTime(sale.sold_at)}`],
                  ['Paid by', paymentMeansLabels[sale.means]],
                  ['Paid out', sale.paid_out_kobo > 0 ? formatNaira(sale.paid_out_kobo) : null],
                ]}
              />
            </Card>
            <Cancellation
              {...{ sale, reference, membership }}
              onPaid={(text) => setOutcome({ text })}
            />
            {!hasParcelEnded(sale.parcel.tracking.state) && (
              <Card label="Waybill">
                <ButtonRow>
                  <Button onClick={() => print()}>Print the waybill</Button>
                  <RenewPinButton reference={reference} onSent={(text) => setOutcome({ text })} />
                </ButtonRow>
                <ParcelSlips parcel={sale.parcel} />
              </Card>
            )}
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}

interface CancellationProps extends Props {
  sale: ParcelSale
  /** Called with a sentence that says what the clerk must do now. */
  onPaid: (text: string) => void
}

/** What goes back if the parcel is cancelled, and the button that pays it out of the open shift. */
function Cancellation({ sale, reference, membership, onPaid }: CancellationProps) {
  const { cancel_kobo, parcel } = sale
  if (hasParcelEnded(parcel.tracking.state)) return null
  if (cancel_kobo === null)
    return (
      <Notice tone="warning">
        It is on its way or has a claim, so it can no longer be cancelled and paid back.
      </Notice>
    )
  const kept_kobo = sale.amount_kobo - cancel_kobo
  return (
    <Card label="Cancel it">
      <h2>Cancel it</h2>
      <FareLines
        lines={[
          { label: 'Paid', amount_kobo: sale.amount_kobo },
          { label: 'Service fee with VAT, not refunded', amount_kobo: -kept_kobo },
        ]}
        total_kobo={cancel_kobo}
        total_label="The sender gets back"
      />
      <SecondFactorGate membership={membership} action="Paying out cash">
        <DrawerGate cash_kobo={cancel_kobo}>
          {(shift) => <PayOut {...{ reference, cancel_kobo, shift, onPaid }} />}
        </DrawerGate>
      </SecondFactorGate>
    </Card>
  )
}

function PayOut({
  reference,
  cancel_kobo,
  shift,
  onPaid,
}: Pick<CancellationProps, 'reference' | 'onPaid'> & { cancel_kobo: number; shift: Shift }) {
  const client = useQueryClient()
  const [isSure, setSure] = useState(false)
  const { submit, isSending, error } = useForm(ParcelRefundInput, {
    draft: { value: cancel_kobo },
    read: (refund_kobo) => ({ reference, refund_kobo }),
    send: async (input, key) => {
      try {
        const { shift: next, paid_kobo } = await call(refundParcelAtCounter, input, { key })
        client.setQueryData(openShiftQuery.queryKey, { shift: next })
        onPaid(
          `Cancelled. Give the sender ${formatNaira(paid_kobo)} in cash and the parcel now. ${formatNaira(next.expected_kobo)} stay in your drawer.`,
        )
      } finally {
        await client.invalidateQueries(allSalesFilter)
      }
    },
  })
  const action = `Cancel it and pay out ${formatNaira(cancel_kobo)}`
  if (!isSure)
    return (
      <ButtonRow>
        <Button onClick={() => setSure(true)}>{action}</Button>
      </ButtonRow>
    )
  return (
    <Form
      onSubmit={submit}
      error={error}
      offline="No network. We do not know yet whether it was paid out. Try again; it cannot be paid out twice."
      action={
        <ButtonRow>
          <Button type="submit" kind="danger" busy={isSending}>
            Yes, cancel it and pay out
          </Button>
          <Button onClick={() => setSure(false)}>Back</Button>
        </ButtonRow>
      }
    >
      <h3>{action}?</h3>
      <p>
        The cash comes out of your drawer: {formatNaira(shift.expected_kobo - cancel_kobo)} of{' '}
        {formatNaira(shift.expected_kobo)} stay in it.
      </p>
    </Form>
  )
}
