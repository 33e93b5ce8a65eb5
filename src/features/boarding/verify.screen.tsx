import { useStored } from '#lib/device'
import { today } from '#lib/format'
import { clientOnlyPart, loadOnDemand } from '#lib/lazy'
import { useUser } from '#lib/session'
import { parseDayParameter } from '#lib/url-parameters'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Skeleton, Page } from '#ui/page'
import { UnreadableStoreNotice } from '#ui/unreadable-store-notice'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { TicketChecker } from './checking.tsx'
import { BusChooser } from './bus-chooser.tsx'
import { DeskLink } from './desk-link.tsx'
import { type ChosenDeparture, sortBuses } from './lists.ts'
import { type BoardingData, filterUnsentChecks, useBoardingData } from './store.ts'

/* In files of their own: they are needed only until the first list is on this phone. */
const LoginOffer = clientOnlyPart(async () => (await import('./by-login.tsx')).LoginOffer)
const KeyForm = clientOnlyPart(async () => (await import('./key-form.tsx')).KeyForm)
const { Loaded: ChosenDepartureLoader } = loadOnDemand(
  async () => (await import('./by-login.tsx')).ChosenDepartureLoader,
)

/**
 * The screen on which attendants check the tickets of a bus, with or without a network. The desk opens it with a
 * departure (`?trip=…&day=…&park=…`) for a member who is logged in.
 */
export function VerifyScreen() {
  const kept = useBoardingData()
  const [params, setParams] = useSearchParams()
  const [chosen, setChosen] = useState<string>()
  const user = useUser()
  const hasSeats = useStored('counter_waits') === true
  const trip = params.get('trip') ?? undefined
  const { desk } = kept
  const isMine = desk?.person !== undefined && desk.person === user?.id
  const shown = chosen ?? (isMine ? trip : undefined)
  const bus = desk && sortBuses(desk).find((one) => one.trip_id === shown)
  const list = kept.lists.find(({ manifest }) => manifest.trip.id === shown)
  if (desk !== undefined && bus !== undefined && list !== undefined)
    return (
      <TicketChecker
        key={bus.trip_id}
        stored={kept}
        desk={desk}
        bus={bus}
        list={list}
        isMember={isMine}
        onLeave={() => {
          setChosen(undefined)
          setParams({}, { replace: true })
        }}
      />
    )
  const departure = trip && {
    trip,
    date: parseDayParameter(params, 'day') || today(),
    park: params.get('park') ?? '',
  }
  const atDesk = departure || (isMine ? { date: desk.date, park: desk.park } : undefined)
  return (
    <Page
      title="Check tickets"
      narrow
      under="For attendants at the door. It works without a network."
    >
      {atDesk && <DeskLink departure={atDesk} />}
      {kept.is_unreadable && (
        <UnreadableStoreNotice
          title="This phone cannot read what it keeps for the door."
          lost="checks that are not sent yet"
        >
          {' '}
          Until then you need a network.
        </UnreadableStoreNotice>
      )}
      {!kept.is_ready ? (
        <Skeleton />
      ) : departure ? (
        <Departure kept={kept} departure={departure} onChoose={setChosen} />
      ) : desk === undefined ? (
        <>
          {user && <LoginOffer user={user} />}
          <KeyForm />
        </>
      ) : (
        <BusChooser stored={kept} desk={desk} onChoose={setChosen} />
      )}
      {hasSeats && <ButtonLink to="/counter">Sell seats of this phone</ButtonLink>}
    </Page>
  )
}

/** Opens the departure chosen at the desk, unless this phone must first send checks that were made with a key. */
function Departure({
  kept,
  departure,
  onChoose,
}: {
  kept: BoardingData
  departure: ChosenDeparture
  onChoose: (trip_id: string) => void
}) {
  const { desk, checks } = kept
  if (desk?.key === undefined || filterUnsentChecks(checks).length === 0)
    return <ChosenDepartureLoader chosen={departure} otherwise={<Skeleton />} />
  return (
    <>
      <Notice tone="warning" title="Checks that were made with this phone’s key come first.">
        As soon as they are sent, this bus opens with your login.
      </Notice>
      <BusChooser stored={kept} desk={desk} onChoose={onChoose} />
    </>
  )
}
