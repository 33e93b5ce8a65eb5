import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import { makeOnwardSentence } from '#contract/parcels/onward-transport'
import type { Tracking } from '#contract/parcels/tracking'
import {
  makeTrackingPath,
  hasParcelEnded,
  isParcelBeforeArrival,
  isPrivateDoor,
} from '#contract/parcels/rules'
import { ShareButtons } from '#ui/share-buttons'
import { serverNow } from '#lib/clock'
import { computeDay, formatAge, formatDayShort, formatDayTime } from '#lib/format'
import { useOnline } from '#lib/online'
import { deleteParcel } from '#lib/vault'
import { QueryResult, RefreshButton } from '#ui/query-result'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Skeleton, Card, Page } from '#ui/page'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from '#ui/link'
import { Navigate, useSearchParams } from 'react-router-dom'
import { trackedParcelsQuery } from './queries.ts'
import {
  parseWaybillNumber,
  useTrackedParcels,
  useTrackedParcel,
  findWaybillError,
} from './recent.ts'
import { TrackingLine } from './tracking-line.tsx'
import { TrackingMap } from './tracking-map.tsx'
import styles from './tracking.module.css'

/** The parts of a message that was shared with the app: text, link and title (`share_target` of the manifest). */
const sharedParts = ['id', 'link', 'title']

/**
 * Shows where a parcel is, at `/track-parcel`, to anyone who has its waybill number. `?id=` opens it immediately. It
 * may be a whole message; then the URL is replaced by one with only the number.
 */
export function TrackParcelScreen() {
  const [search, setSearch] = useSearchParams()
  const texts = sharedParts.map((part) => search.get(part) ?? '')
  const id = texts.map(parseWaybillNumber).find((found) => found !== undefined)
  const asked = id ?? texts.find((text) => text !== '') ?? ''
  useEffect(() => {
    const isMore = id !== undefined && search.toString() !== `id=${id}`
    if (isMore) setSearch({ id }, { replace: true })
  }, [id, search, setSearch])
  return (
    <Page
      title="Track a parcel"
      under="Where it is and when it arrives. Enter its waybill number, or paste the message you got."
      narrow
    >
      {id !== undefined && <TrackedParcel key={id} tracking_id={id} />}
      <TrackingForm
        key={`ask ${asked}`}
        given={id === undefined ? asked : ''}
        isNext={id !== undefined}
      />
      <RecentParcels shown={id} />
      {id === undefined && <ButtonLink to="/send-parcel">Send a parcel</ButtonLink>}
    </Page>
  )
}

/** The field for a waybill number. `given` is a text from the URL that contains none. */
function TrackingForm({ given, isNext }: { given: string; isNext: boolean }) {
  const [, setSearch] = useSearchParams()
  const [written, setWritten] = useState(given)
  const [error, setError] = useState(given === '' ? undefined : findWaybillError(given))
  const refuse = () => {
    flushSync(() => setError(findWaybillError(written)))
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }
  return (
    <Card label={isNext ? 'Another parcel' : 'Waybill number'}>
      <Form
        onSubmit={() => {
          const id = parseWaybillNumber(written)
          if (id === undefined) refuse()
          else setSearch({ id })
        }}
        action={
          <Button type="submit" kind={isNext ? 'plain' : 'primary'} wide>
            Track
          </Button>
        }
      >
        <TextField
          label={isNext ? 'Track another parcel' : 'Waybill number or link'}
          hint="11 letters and digits, from the waybill or the message"
          value={written}
          onChange={setWritten}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
        />
      </Form>
    </Card>
  )
}

/** The parcels in this phone's vault, except the visible one. */
function RecentParcels({ shown }: { shown: string | undefined }) {
  const queries = useQueryClient()
  const others = useTrackedParcels()?.filter(({ tracking_id }) => tracking_id !== shown) ?? []
  if (others.length === 0) return null
  return (
    <Card label="Parcels on this phone">
      <h2>Parcels on this phone</h2>
      <ul className={styles.recent}>
        {others.map(({ tracking_id, tracking, saved_at }) => (
          <li key={tracking_id}>
            <Link to={makeTrackingPath(tracking_id)}>
              <b>
                {tracking.from_city} → {tracking.to_city}
              </b>
              <span>{tracking.words}</span>
              <small>
                {tracking_id} · {formatAge(saved_at)}
              </small>
            </Link>
            <Button
              kind="quiet"
              aria-label={`Remove ${tracking_id}`}
              onClick={() =>
                void deleteParcel(tracking_id).then(() =>
                  queries.invalidateQueries(trackedParcelsQuery),
                )
              }
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TrackedParcel({ tracking_id }: { tracking_id: string }) {
  const query = useTrackedParcel(tracking_id)
  const isMine = useTrackedParcels()?.some((kept) => kept.tracking_id === tracking_id && kept.mine)
  if (query === undefined) return <WaitingParcel tracking_id={tracking_id} />
  return (
    <QueryResult
      query={query}
      waiting={<WaitingParcel tracking_id={tracking_id} />}
      refused={{
        not_found: () => (
          <Notice tone="warning" live="assertive" title="No parcel has this waybill number.">
            You entered {tracking_id}. Compare it with the waybill or the message, letter by letter.
            A number from another company is not known here.
          </Notice>
        ),
      }}
    >
      {(tracking) => (
        <>
          <RedirectToTrackingId of={tracking} asked={tracking_id} />
          <TrackingStatus tracking={tracking} />
          <Card label="On its way">
            <h2>
              {tracking.from_city} → {tracking.to_city}
            </h2>
            <TrackingLine tracking={tracking} />
            <TrackingMap tracking={tracking} />
            <p className={styles.soft}>
              {tracking.operator} carries it. Waybill <b>{tracking_id}</b>
            </p>
            <ButtonRow wide>
              {isMine === true && (
                <ButtonLink to={`/waybill/summary?parcel=${tracking_id}`} kind="primary">
                  Waybill and PIN
                </ButtonLink>
              )}
              <ShareButtons text={tracking.share_text} />
              <RefreshButton query={query} />
            </ButtonRow>
          </Card>
          <Events tracking={tracking} />
        </>
      )}
    </QueryResult>
  )
}

/** The skeleton of a parcel's state and route, with the number that was entered. */
function WaitingParcel({ tracking_id }: { tracking_id: string }) {
  return (
    <>
      <Skeleton count={1} className={styles.waitingWords} />
      <Card label="On its way">
        <Skeleton count={4} className={styles.waitingStops} />
        <p className={styles.soft}>
          Waybill <b>{tracking_id}</b>
        </p>
      </Card>
    </>
  )
}

/** Replaces the number of an old waybill in the URL with the tracking ID, under which this phone stores the parcel. */
function RedirectToTrackingId({ of: { tracking_id }, asked }: { of: Tracking; asked: string }) {
  return tracking_id === asked ? null : <Navigate to={makeTrackingPath(tracking_id)} replace />
}

const tones: Partial<Record<Tracking['state'], 'warning' | 'danger' | 'success'>> = {
  pending_payment: 'warning',
  paid: 'warning',
  ready_for_pickup: 'success',
  out_for_delivery: 'success',
  delivered: 'success',
  returned: 'success',
  on_hold: 'warning',
  damaged: 'danger',
  lost: 'danger',
}

/** The state in the server's text, the next step, and help if something went wrong. */
function TrackingStatus({ tracking }: { tracking: Tracking }) {
  const { state, words } = tracking
  const isTrouble = state === 'on_hold' || state === 'damaged' || state === 'lost'
  return (
    <Notice
      tone={tones[state] ?? 'info'}
      live="polite"
      title={<span className={styles.words}>{words}</span>}
      actions={
        isTrouble ? (
          <>
            <ButtonLink to="/support">Get help</ButtonLink>
            <ButtonAnchor href={`tel:${product.phone.e164}`}>
              Call {product.phone.national}
            </ButtonAnchor>
          </>
        ) : undefined
      }
    >
      <NextTrackingStep tracking={tracking} />
    </Notice>
  )
}

/** The next step and its deadline, in the time zone of the parcel. */
function NextTrackingStep({ tracking }: { tracking: Tracking }) {
  const { state, hand_in_by, expected_at, to_city, to_place, operator, storage, zone } = tracking
  const isPast = (at: string) => Date.parse(at) < serverNow()
  const when = (at: string) => <b>{formatDayTime(at, zone)}</b>
  return (
    <>
      {state === 'paid' && (
        <p>
          {handedIn(tracking)} by {when(hand_in_by)}. It is not on the road yet.
        </p>
      )}
      {state === 'pending_payment' && (
        <p>Its sender has yet to pay for it. It is not on the road yet.</p>
      )}
      {isUnderway(state) && expected_at !== null && (
        <p>
          {isPast(expected_at) ? 'Late: its bus was due' : 'Its bus is due'} in {to_city}{' '}
          {when(expected_at)}.{makeOnwardSentence(tracking)}
        </p>
      )}
      {isParcelBeforeArrival(state) && (
        <p>
          {isPrivateDoor(to_place)
            ? 'From its bus a rider brings it to the door.'
            : `It will be collected at ${to_place}; the receiver gets a message once it is ready there.`}
        </p>
      )}
      {storage !== null && !hasParcelEnded(state) && (
        <p>
          {isPast(storage.free_until) ? 'Storage was free' : 'Free'} until the end of{' '}
          <b>{formatDayShort(computeDay(Date.parse(storage.free_until) - 1, zone))}</b>; then{' '}
          {formatNaira(storage.per_day_kobo)} a day.{' '}
          {storage.due_kobo > 0 && (
            <b>{formatNaira(storage.due_kobo)} to pay at the counter now.</b>
          )}
        </p>
      )}
      {(state === 'damaged' || state === 'lost') && (
        <p>Ask us or {operator}. Its sender can claim the money back under “My parcels”.</p>
      )}
    </>
  )
}

function handedIn({ hand_in_by, from_place }: Tracking): string {
  if (Date.parse(hand_in_by) < serverNow()) return 'It was due'
  return isPrivateDoor(from_place) ? 'It is picked up' : 'Its sender hands it in'
}

const isUnderway = (state: Tracking['state']) =>
  state === 'out_for_delivery' || (isParcelBeforeArrival(state) && state !== 'pending_payment')

const firstEvents = 5

function Events({ tracking: { events, zone } }: { tracking: Tracking }) {
  const [isWhole, setWhole] = useState(false)
  // Number the scans from the end: two scans may be equal, and new ones come first.
  const numbered = events.map((event, index) => ({ ...event, number: events.length - index }))
  return (
    <Card label="What happened">
      <h2>What happened</h2>
      <ol className={styles.events}>
        {numbered.slice(0, isWhole ? undefined : firstEvents).map(({ at, words, number }) => (
          <li key={number}>
            <span>{words}</span>
            <time dateTime={at}>{formatDayTime(at, zone)}</time>
          </li>
        ))}
      </ol>
      {events.length > firstEvents && !isWhole && (
        <Button onClick={() => setWhole(true)}>Show all {events.length}</Button>
      )}
    </Card>
  )
}

/** The two newest parcels on their way that this phone tracks, for the start page. Renders nothing without one. */
export function TrackedParcels() {
  const online = useOnline()
  const tracked =
    useTrackedParcels()?.filter(({ tracking }) => !hasParcelEnded(tracking.state)) ?? []
  if (tracked.length === 0) return null
  return (
    <nav aria-label="Parcels on their way" className={styles.strip}>
      {tracked.slice(0, 2).map(({ tracking_id, tracking, saved_at }) => (
        <Link key={tracking_id} to={makeTrackingPath(tracking_id)}>
          <small>
            Parcel {tracking.from_city} → {tracking.to_city}
            {!online && ` · ${formatAge(saved_at)}`}
          </small>
          <b>{tracking.words}</b>
        </Link>
      ))}
    </nav>
  )
}
