import type { OperatorDeparture } from '#contract/boarding/model'
import type { CounterSale, Shift } from '#contract/counter/model'
import type { WalkInParcelSale } from '#contract/counter/parcels'
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
import { ParcelSaleForm, useTypedParcel } from './parcel-sale.tsx'
import { ParcelSaleReceipt } from './parcel-sale-receipt.tsx'
import { openShiftQuery } from './queries.ts'
import { ReservationSearch } from './reservations.tsx'
import { SaleForm } from './sale.tsx'
import { OfflineSeatsLink } from './allotment-list.tsx'
import { ShiftFacts } from './shift-facts.tsx'
import { SaleReceipt } from './sale-receipt.tsx'
import { useTypedSeats } from './use-typed-seats.ts'

/** The counter of a clerk, who opens a shift, sells one booking after another, and counts the drawer at the end. */
export function CounterScreen() {
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
              shift={shift}
              onSold={store}
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
  shift,
  onSold,
  onClosed,
}: {
  shift: Shift
  onSold: (shift: Shift) => void
  onClosed: (shift: Shift) => void
}) {
  const [sold, setSold] = useState<{ sale: CounterSale; back: CounterSale | undefined }>()
  const [soldParcel, setSoldParcel] = useState<WalkInParcelSale>()
  const [isClosing, setIsClosing] = useState(false)
  const [subject, setSubject] = useState('seats')
  /** The chosen departure. After a sale, it is preselected for the next one. */
  const [departure, setDeparture] = useState<OperatorDeparture>()
  const [list, setList] = useState(() => ({ day: today(), park: '' }))
  const typedSeats = useTypedSeats()
  const typedParcel = useTypedParcel()
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
          {...typedParcel}
          onSold={(sale) => {
            setSoldParcel(sale)
            onSold(sale.shift)
          }}
        />
      ) : (
        <>
          <SaleForm
            shift={shift.id}
            list={list}
            onList={setList}
            departure={departure}
            onDeparture={setDeparture}
            typed={typedSeats}
            onSold={sell}
          />
          <ReservationSearch shift={shift.id} onSold={sell} />
        </>
      )}
      <Card label="My shift">
        <h2>My shift</h2>
        <ShiftFacts shift={shift} />
        <ButtonRow>
          <OfflineSeatsLink />
          <ButtonLink to="/sales">Sales and refunds</ButtonLink>
          <Button onClick={() => setIsClosing(true)}>Close my shift</Button>
        </ButtonRow>
      </Card>
    </>
  )
}
