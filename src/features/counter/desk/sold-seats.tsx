import type { CounterRefundPreview } from '#contract/counter/model'
import type { CounterMove } from '#contract/counter/moves'
import type { DeskMembership } from '#contract/members/model'
import { formatNaira } from '#contract/money'
import { paymentMeansLabels } from '#features/counter'
import { formatDayTime } from '#lib/format'
import { CheckField, FieldGroup } from '#ui/choices'
import { Button } from '#ui/button'
import { OutcomeNotice, type OutcomeText } from '#ui/desk/outcome'
import { DeskPage, MutedText } from '#ui/desk/page'
import { SecondFactorGate } from '#ui/desk/second-factor-gate'
import { FactList } from '#ui/facts'
import { FareLines } from '#ui/money'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { DrawerGate } from './drawer-gate.tsx'
import { MoveCard } from './move.tsx'
import { MoveReceipt } from './move-receipt.tsx'
import { refundQuery } from './queries.ts'
import { SoldTicketsCard } from './sold-tickets.tsx'
import { PayOutStep } from './pay-out.tsx'

/** Seats that the counter sold: their refund, a move to another departure, and the tickets, to print them again. */
export function SeatSaleScreen({
  reference,
  membership,
}: {
  reference: string
  membership: DeskMembership
}) {
  const query = useQuery(refundQuery(reference))
  const [outcome, setOutcome] = useState<OutcomeText>()
  const [moved, setMoved] = useState<CounterMove>()
  if (moved !== undefined)
    return (
      <DeskPage title={query.data?.traveller ?? 'Sale'}>
        <MoveReceipt move={moved} onNext={() => setMoved(undefined)} />
      </DeskPage>
    )
  return (
    <DeskPage title={query.data?.traveller ?? 'Sale'}>
      <Link to="/sales">All sales</Link>
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {(sale) => (
          <>
            <SaleFacts sale={sale} />
            <Refund
              key={sale.paid_out_kobo}
              sale={sale}
              membership={membership}
              onPaid={(text) => setOutcome({ text })}
            />
            {sale.status === 'confirmed' && (
              <MoveCard
                reference={sale.reference}
                membership={membership}
                onMoved={(move) => {
                  setOutcome(undefined)
                  setMoved(move)
                }}
              />
            )}
            {sale.status === 'confirmed' && <SoldTicketsCard reference={sale.reference} />}
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}

function SaleFacts({ sale }: { sale: CounterRefundPreview }) {
  const { reference, travellers, from, to, means, sold_at, amount_kobo, paid_out_kobo } = sale
  return (
    <Card label="Sale">
      <FactList
        facts={[
          ['Booking', reference],
          ['Bus', `${from} → ${to}`],
          ['Leaves', formatDayTime(sale.departs_at, sale.zone)],
          ['Seats', travellers.map(({ seat }) => seat).join(', ')],
          ['Sold', `${formatNaira(amount_kobo)}, ${formatDayTime(sold_at)}`],
          ['Paid by', paymentMeansLabels[means]],
          ['Paid out', paid_out_kobo > 0 ? formatNaira(paid_out_kobo) : null],
        ]}
      />
    </Card>
  )
}

interface RefundProps {
  sale: CounterRefundPreview
  membership: DeskMembership
  /** Called with a sentence that says what the clerk must do now. */
  onPaid: (text: string) => void
}

/** The seats to cancel, their refund by the policy, and the button to pay it out. */
function Refund({ sale, membership, onPaid }: RefundProps) {
  const { reference, travellers, due_kobo, paid_out_kobo, closed } = sale
  // Preselect the seat of a single traveller, but not if a refund is due or was paid out: the traveller may then be the
  // last of a group in which others were refunded.
  const isPlain = travellers.length === 1 && due_kobo === 0 && paid_out_kobo === 0
  const [chosen, setChosen] = useState<readonly number[]>(
    isPlain ? travellers.map(({ seat }) => seat) : [],
  )
  const seats = travellers.map(({ seat }) => seat).filter((seat) => chosen.includes(seat))
  // The refund for all seats is already known.
  const query = useQuery(refundQuery(reference, seats.length < travellers.length ? seats : []))
  if (closed !== null && due_kobo === 0) return <Notice tone="warning">{closed}</Notice>
  return (
    <Card label="Refund">
      <h2>Refund</h2>
      <SecondFactorGate membership={membership} action="A refund">
        {closed === null && (
          <FieldGroup label="Who is not travelling?">
            {travellers.map(({ seat, full_name }) => (
              <CheckField
                key={seat}
                label={`Seat ${seat}: ${full_name}`}
                checked={seats.includes(seat)}
                onChange={(on) =>
                  setChosen(on ? [...seats, seat] : seats.filter((one) => one !== seat))
                }
              />
            ))}
          </FieldGroup>
        )}
        {seats.length === 0 && due_kobo === 0 ? (
          <MutedText>Choose at least one seat.</MutedText>
        ) : (
          <QueryResult query={query}>
            {(preview) => <RefundTotal key={seats.join()} {...{ preview, seats, onPaid }} />}
          </QueryResult>
        )}
      </SecondFactorGate>
    </Card>
  )
}

/** The refund with its reason, and the button to pay it out if a shift with enough cash is open. */
function RefundTotal({
  preview,
  seats,
  onPaid,
}: Pick<RefundProps, 'onPaid'> & { preview: CounterRefundPreview; seats: readonly number[] }) {
  const { due_kobo, cancel_kobo, closed, lines, traveller } = preview
  const [isSure, setSure] = useState(false)
  if (seats.length > 0 && closed !== null) return <Notice tone="warning">{closed}</Notice>
  const refund_kobo = due_kobo + (seats.length > 0 ? (cancel_kobo ?? 0) : 0)
  const waiting = { label: 'Waits to be paid out', amount_kobo: due_kobo }
  return (
    <>
      <FareLines
        lines={[...(due_kobo > 0 ? [waiting] : []), ...(seats.length > 0 ? lines : [])]}
        total_kobo={refund_kobo}
        total_label={`${traveller} gets back`}
      />
      <DrawerGate cash_kobo={refund_kobo}>
        {(shift) =>
          isSure ? (
            <PayOutStep
              {...{ sale: preview, seats, refund_kobo, shift, onPaid }}
              action={describePayment(refund_kobo)}
              onBack={() => setSure(false)}
            />
          ) : (
            <ButtonRow>
              <Button kind="primary" onClick={() => setSure(true)}>
                {describePayment(refund_kobo)}
              </Button>
            </ButtonRow>
          )
        }
      </DrawerGate>
    </>
  )
}

const describePayment = (refund_kobo: number) =>
  refund_kobo === 0 ? 'Cancel without a refund' : `Pay out ${formatNaira(refund_kobo)}`
