import { Skeleton, Page } from '#ui/page'
import { useState } from 'react'
import { TicketChecker } from './checking.tsx'
import { BusChooser } from './bus-chooser.tsx'
import { KeyForm } from './key-form.tsx'
import { sortBuses } from './lists.ts'
import { useBoardingData } from './store.ts'

/** The screen on which attendants check the tickets of a bus, with or without a network. */
export function VerifyScreen() {
  const kept = useBoardingData()
  const [chosen, setChosen] = useState<string>()
  const { desk } = kept
  const bus = desk && sortBuses(desk).find((one) => one.trip_id === chosen)
  const list = kept.lists.find(({ manifest }) => manifest.trip.id === chosen)
  if (desk !== undefined && bus !== undefined && list !== undefined)
    return (
      <TicketChecker
        key={bus.trip_id}
        stored={kept}
        desk={desk}
        bus={bus}
        list={list}
        onLeave={() => setChosen(undefined)}
      />
    )
  return (
    <Page
      title="Check tickets"
      narrow
      under="For attendants at the door. It works without a network."
    >
      {!kept.is_ready ? (
        <Skeleton />
      ) : desk === undefined ? (
        <KeyForm />
      ) : (
        <BusChooser stored={kept} desk={desk} onChoose={setChosen} />
      )}
    </Page>
  )
}
