import { formatNaira } from '#contract/money'
import type { Parcel } from '#contract/parcels/model'
import { findItemRefusal, LateAnswer, SendingNotice } from '#features/offline'
import { write } from '#lib/device'
import { useOnline } from '#lib/online'
import { onItemSent, type OutboxItem, useOutboxList } from '#lib/outbox'
import { Button, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Skeleton, Page } from '#ui/page'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from '#ui/link'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { listParcelsQuery, storeParcel } from './queries.ts'
import { PriceChange } from './quote-view.tsx'
import { sendingSteps } from './sending-steps.tsx'
import { type ParcelRequestFormState, useReopenParcelRequest } from './request-draft.ts'

/** The state of a request in the outbox, sent or not, at `/request-parcel/successParcelRequest?request=`. */
export function ParcelRequestedScreen() {
  const [params] = useSearchParams()
  return <RequestedParcel id={params.get('request') ?? ''} />
}

/** The state of the outbox item with this id. */
export function RequestedParcel({ id }: { id: string }) {
  const items = useOutboxList()
  const item = items?.find((one) => one.id === id)
  return (
    <Page
      title="Your parcel"
      sub={sendingSteps.pay}
      back={{ to: '/waybill/summary', label: 'Back' }}
      narrow
    >
      {items === undefined ? (
        <Skeleton />
      ) : item === undefined ? (
        <Notice title="This parcel is not waiting any more.">
          It was sent or deleted. <Link to="/track-parcel">Your parcels</Link>
        </Notice>
      ) : (
        <SendingParcelView item={item} />
      )}
    </Page>
  )
}

const timeout_ms = 8000

/**
 * Waits for the answer to a request. Opens the payment of the created parcel if the answer comes within 8 s and the
 * price is the same, else shows what became of the request.
 */
function SendingParcelView({ item }: { item: OutboxItem }) {
  const [params] = useSearchParams()
  const online = useOnline()
  const navigate = useNavigate()
  const { parcel, refetch } = useTaken(item)
  const [isLate, setLate] = useState(params.has('waiting'))
  const { state, attempts, form } = item
  const isWaiting = state !== 'sent' && (!online || (state === 'waiting' && attempts > 0))
  const { shown_kobo = 0 } = (form ?? {}) as Partial<ParcelRequestFormState>
  const now = parcel?.price.total_kobo
  useEffect(() => {
    const timer = setTimeout(setLate, isWaiting ? 0 : timeout_ms, true)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const isAtOnce = parcel !== undefined && !isLate && now === shown_kobo
  useEffect(() => {
    if (isAtOnce) void navigate(`/waybill/proceed?parcel=${parcel.tracking_id}`, { replace: true })
  }, [isAtOnce, parcel, navigate])
  if (parcel !== undefined && !isAtOnce)
    return <AcceptedParcelNotice parcel={parcel} before={shown_kobo} />
  if (state === 'needs_you' || state === 'sign_in' || (isLate && state !== 'sent'))
    return <UnsentParcelNotice item={item} />
  if (state === 'sent')
    return (
      <LateAnswer
        waiting="Sending…"
        list={{ to: '/waybill/summary', name: 'My parcels' }}
        again={refetch}
      >
        Your parcel is booked. Under My parcels, you pay for it and see its number.
      </LateAnswer>
    )
  return (
    <div role="status" aria-busy="true">
      <p>Sending…</p>
      <Skeleton count={2} />
    </div>
  )
}

/**
 * Returns the parcel that was created from a request, and stores it on the phone; undefined until the phone knows that
 * the server has accepted it. `refetch` asks the server for it.
 */
function useTaken({ id, state, answered_id }: OutboxItem) {
  const queries = useQueryClient()
  const [heard, setHeard] = useState<Parcel>()
  useEffect(
    () =>
      onItemSent((sent, answer) => {
        if (sent.id === id && answer !== undefined) setHeard(answer as Parcel)
      }),
    [id],
  )
  const isSent = state === 'sent'
  useEffect(() => {
    if (isSent) void queries.invalidateQueries(listParcelsQuery)
  }, [isSent, queries])
  const { data, refetch } = useInfiniteQuery({
    ...listParcelsQuery,
    enabled: isSent && heard === undefined,
  })
  const parcel =
    heard ?? data?.pages.flatMap((page) => page.data).find((one) => one.id === answered_id)
  const note = useEffectEvent(() => {
    if (parcel === undefined) return
    write('current_parcel_booking', parcel)
    void storeParcel(queries, parcel)
  })
  useEffect(() => note(), [parcel?.tracking_id])
  return { parcel, refetch }
}

function AcceptedParcelNotice({ parcel, before }: { parcel: Parcel; before: number }) {
  const { tracking_id, price } = parcel
  return (
    <>
      <Notice tone="success" live="polite" title="Booked. We send it once you have paid.">
        To pay: {formatNaira(price.total_kobo)}.
      </Notice>
      {before !== price.total_kobo && <PriceChange before={before} now={price.total_kobo} />}
      <ButtonRow wide>
        <ButtonLink kind="primary" to={`/waybill/proceed?parcel=${tracking_id}`}>
          Pay {formatNaira(price.total_kobo)}
        </ButtonLink>
        <ButtonLink to={`/waybill/summary?parcel=${tracking_id}`}>See the parcel</ButtonLink>
      </ButtonRow>
    </>
  )
}

/**
 * Shows why a request is not sent. For an expired price, it automatically gets a new one. For too many unpaid parcels,
 * it links to them. If the form holds another parcel, it asks before it replaces that one.
 */
function UnsentParcelNotice({ item }: { item: OutboxItem }) {
  const { is_ready, holds_other, open } = useReopenParcelRequest(item)
  const [isTapped, setTapped] = useState(false)
  const code = item.said?.code
  const isPrice = code === 'quote_expired' || code === 'trip_not_on_sale'
  const isWanted = (isPrice || isTapped) && is_ready
  const isOpening = isWanted && !holds_other
  const reopen = useEffectEvent(() => void open())
  useEffect(() => {
    if (isOpening) reopen()
  }, [isOpening])
  if (isWanted && holds_other) return <OtherParcelNotice item={item} onOpen={() => void open()} />
  if (isPrice) return <p role="status">Asking for the new price…</p>
  if (code === 'too_many_unpaid')
    return (
      <Notice
        tone="danger"
        live="assertive"
        title={item.said?.detail}
        actions={
          <>
            <ButtonLink kind="primary" to="/waybill/summary">
              My parcels
            </ButtonLink>
            <Button onClick={() => setTapped(true)}>Check this one again</Button>
          </>
        }
      >
        This one is kept on your phone. Send it after that: you do not have to type it again.
      </Notice>
    )
  return (
    <>
      <FailureNotice error={findItemRefusal(item)} offline="" />
      <SendingNotice
        item={item}
        see={<Button onClick={() => setTapped(true)}>Change it</Button>}
        thanks=""
      >
        <b>{item.title}</b>
        <p>
          Then the price is checked, and you pay here. Nothing is paid automatically. Keep the
          parcel with you until it is paid.
        </p>
      </SendingNotice>
    </>
  )
}

/** Asks whether a waiting parcel may replace the one that was typed since. */
function OtherParcelNotice({ item, onOpen }: { item: OutboxItem; onOpen: () => void }) {
  return (
    <>
      <FailureNotice error={findItemRefusal(item)} offline="" />
      <Notice
        tone="warning"
        live="assertive"
        title="You have begun another parcel on this phone."
        actions={
          <>
            <ButtonLink kind="primary" to="/send-parcel">
              Keep what I typed
            </ButtonLink>
            <Button kind="quiet-danger" onClick={onOpen}>
              Open the waiting parcel
            </Button>
          </>
        }
      >
        Opening “{item.title}” deletes what you typed for the other one. It can wait here until that
        is sent.
      </Notice>
    </>
  )
}
