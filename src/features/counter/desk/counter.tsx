import type { OperatorDeparture } from '#contract/boarding/model'
import type { CounterSale, Shift } from '#contract/counter/model'
import type { WalkInParcelSale } from '#contract/counter/parcels'
import type { DeskMembership } from '#contract/members/model'
import { today } from '#lib/format'
import { Button, ButtonLink } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { DeskPage } from '#ui/desk/page'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CloseShiftForm } from './close-shift.tsx'
import { OpenShiftForm } from './open-shift.tsx'
import { ParcelSaleForm, useOngoingParcelSale } from './parcel-sale.tsx'
import { ParcelSaleReceipt } from './parcel-sale-receipt.tsx'
import { openShiftQuery } from './queries.ts'
import { ReservationSearch } from './reservations.tsx'
import { SaleForm } from './sale.tsx'
import { OfflineSeatsLink } from './allotment-list.tsx'
import { ShiftFacts } from './shift-facts.tsx'
import { SaleReceipt } from './sale-receipt.tsx'
import { storedParkQuery } from './use-selling-park.ts'
import { useOngoingSeatSale } from './use-ongoing-seat-sale.ts'

/** The counter of a clerk, who opens a shift, sells one booking after another, and counts the drawer at the end. */
export function CounterScreen({ membership }: { membership: DeskMembership }) {
  const query = useQuery(openShiftQuery)
  const client = useQueryClient()
  const [closed, setClosed] = useState<Shift>()
  const store = (shift: Shift | null) => client.setQueryData(openShiftQuery.queryKey, { shift })
  return (
    <DeskPage title="Counter">
      <QueryResult query={query}>
        {({ shift }) =>
          shift === null ? (
            <>
              {closed && (
                <Card label="Closed shift">
                  <h2>Shift closed</h2>
                  <ShiftFacts shift={closed} />
                  <Button onClick={() => print()}>Print</Button>
                </Card>
              )}
              <OpenShiftForm onOpened={store} />
            </>
          ) : (
            <OpenDrawer
              key={shift.id}
              operator={membership.operator?.code ?? ''}
              shift={shift}
              onSold={(next) => {
                // A repeated sale answers with the shift as it was then, which may be an earlier one.
                if (next.id === shift.id) store(next)
                void client.invalidateQueries(openShiftQuery)
              }}
              onClosed={(counted) => {
                setClosed(counted)
                store(null)
              }}
            />
          )
        }
      </QueryResult>
    </DeskPage>
  )
}

/** An open shift: the next sale, what was just sold, or the count at the end. */
function OpenDrawer({
  operator,
  shift,
  onSold,
  onClosed,
}: {
  /** The code of the clerk's operator. */
  operator: string
  shift: Shift
  onSold: (shift: Shift) => void
  onClosed: (shift: Shift) => void
}) {
  const [sold, setSold] = useState<{ sale: CounterSale; back: CounterSale | undefined }>()
  const [soldParcel, setSoldParcel] = useState<WalkInParcelSale>()
  const [isClosing, setIsClosing] = useState(false)
  const [chosenSubject, setSubject] = useState<string>()
  /** The chosen departure. After a sale, it is preselected for the next one. */
  const [departure, setDeparture] = useState<OperatorDeparture>()
  const [day, setDay] = useState(today)
  const { data: park } = useQuery(storedParkQuery(operator))
  const seatSale = useOngoingSeatSale(operator)
  const parcelSale = useOngoingParcelSale(operator)
  const isParcelFirst = parcelSale.unanswered !== undefined && seatSale.unanswered === undefined
  const subject = chosenSubject ?? (isParcelFirst ? 'parcel' : 'seats')
  const sell = (sale: CounterSale, back?: CounterSale) => {
    setSold({ sale, back })
    onSold(sale.shift)
  }
  if (sold !== undefined) return <SaleReceipt {...sold} onNext={() => setSold(undefined)} />
  if (soldParcel !== undefined)
    return <ParcelSaleReceipt sale={soldParcel} onNext={() => setSoldParcel(undefined)} />
  if (isClosing)
    return <CloseShiftForm shift={shift} onClosed={onClosed} onBack={() => setIsClosing(false)} />
  return (
    <>
      <ChoiceField
        label="What do you sell?"
        name="subject"
        value={subject}
        options={[
          { value: 'seats', label: 'Seats' },
          { value: 'parcel', label: 'Parcel' },
        ]}
        onChange={setSubject}
      />
      {subject === 'parcel' ? (
        <ParcelSaleForm
          shift={shift.id}
          park={park?.code ?? ''}
          {...parcelSale}
          onSold={(sale) => {
            setSoldParcel(sale)
            onSold(sale.shift)
          }}
        />
      ) : (
        <>
          <SaleForm
            shift={shift.id}
            operator={operator}
            day={day}
            onDay={setDay}
            departure={departure}
            onDeparture={setDeparture}
            ongoing={seatSale}
            onSold={sell}
          />
          <ReservationSearch shift={shift.id} onSold={sell} />
        </>
      )}
      <OpenShiftCard shift={shift} onClose={() => setIsClosing(true)} />
    </>
  )
}

/** The sums of the open shift, and the way to its sales and to its end. */
const OpenShiftCard = ({ shift, onClose }: { shift: Shift; onClose: () => void }) => (
  <Card label="My shift">
    <h2>My shift</h2>
    <ShiftFacts shift={shift} />
    <ButtonRow>
      <OfflineSeatsLink />
      <ButtonLink to="/sales">Sales and refunds</ButtonLink>
      <Button onClick={onClose}>Close my shift</Button>
    </ButtonRow>
  </Card>
)
