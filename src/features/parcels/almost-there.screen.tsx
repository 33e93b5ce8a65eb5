import { describeDeclaredValue } from '#contract/parcels/goods'
import { formatCount, formatKilos } from '#contract/quantities'
import { countFreeStorageDays, storageFeesKobo, listParcelDetails } from '#contract/parcels/rules'
import { formatNaira } from '#contract/money'
import { CreateParcelInput } from '#contract/parcels/model'
import {
  findChosenSize,
  listAllAddOns,
  parseDeclaredValue,
  splitRouteName,
  type ParcelLists,
} from '#contract/parcels/choice'
import { read } from '#lib/device'
import { formatPhone } from '#contract/phone'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Skeleton, Card, Page } from '#ui/page'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { findCounterName, findChosenRoute } from './parcel-choice.ts'
import { useParcelDraft } from './parcel-draft.ts'
import { useParcelLists } from './parcel-lists.ts'
import { type ParcelPriceView, useParcelPrice } from './parcel-price.ts'
import { BusDetails, ParcelQuoteCard, ParcelTotal, PriceChange } from './quote-view.tsx'
import {
  deleteRequestDraft,
  makeParcelRequestInput,
  type ParcelRequestFormState,
  useRequestDraft,
} from './request-draft.ts'
import { RequestedParcel } from './requested.screen.tsx'
import { NoParcelDraft, sendingSteps } from './sending-steps.tsx'
import styles from './sending.module.css'

const head = {
  title: 'Almost there',
  sub: sendingSteps.check,
  back: { to: '/request-parcel', label: 'Parcel details' },
} as const

const successPath = (id: string) => `/request-parcel/successParcelRequest?request=${id}`

/** A summary of the request with one button to send it, at `/request-parcel/almostthere?waiting=`. */
export function AlmostThereScreen() {
  const [params] = useSearchParams()
  const waiting = params.get('waiting')
  return waiting === null ? <ParcelDraftGate /> : <RequestedParcel id={waiting} />
}

function ParcelDraftGate() {
  const lists = useParcelLists()
  const [isBegun] = useState(() => read('current_parcel_data') !== undefined)
  if (!isBegun) return <NoParcelDraft />
  return (
    <QueryResult query={lists} {...head}>
      {(known) => <AlmostThere lists={known} />}
    </QueryResult>
  )
}

function AlmostThere({ lists }: { lists: ParcelLists }) {
  const [parcel] = useParcelDraft()
  const drafts = useRequestDraft()
  const priced = useParcelPrice(parcel, lists, read('parcel_choice')?.trip_id)
  const { input, fields } = makeParcelRequestInput(parcel, drafts.request.value)
  const route = findChosenRoute(parcel, lists)
  const isWhole = route !== undefined && priced.asked !== undefined
  const form = useParcelSending({ lists, priced, drafts, parcel })
  const bus = priced.quote?.departures[0]
  const type = lists.types.find(({ code }) => code === parcel.type)
  const place = (end: 'drop_off' | 'pick_up') =>
    parcel[end].at === 'door' ? drafts.request.value[end] : findCounterName(parcel[end], lists)
  if (!drafts.is_ready)
    return (
      <Page {...head}>
        <Skeleton />
      </Page>
    )
  return (
    <Page
      {...head}
      under="Check everything once more. Next, you pay for it."
      aside={
        <>
          <ChangedPrice priced={priced} />
          <ParcelQuoteCard priced={priced} />
          <Rules add_ons={listAllAddOns(parcel)} />
        </>
      }
      bar={
        <>
          <ParcelTotal price={priced.price} />
          <SendButton
            busy={form.isSending}
            disabled={!isWhole || Object.keys(fields).length > 0 || priced.refusal !== undefined}
            onSend={form.submit}
          />
        </>
      }
    >
      <FailureNotice error={form.error} offline="" />
      {!isWhole && (
        <Missing to="/send-parcel">The route, the size or the goods are missing.</Missing>
      )}
      {Object.keys(fields).length > 0 && (
        <Missing to="/request-parcel">Something is missing in the details.</Missing>
      )}
      <Facts
        title="What and where"
        edit="/send-parcel"
        facts={[
          ['Route', route && splitRouteName(route).join(' to ')],
          ['Handed in', place('drop_off')],
          [parcel.pick_up.at === 'door' ? 'Delivery to' : 'Collected', place('pick_up')],
          ['Size', findChosenSize(parcel, lists)?.name],
          ['Goods', type?.name],
          ['Worth', describeDeclaredValue(parseDeclaredValue(parcel))],
        ]}
      >
        {bus && <BusDetails bus={bus} to={findCounterName(parcel.pick_up, lists)} />}
      </Facts>
      <Facts
        title="Sender and receiver"
        edit="/request-parcel"
        facts={[
          ['Contents', input.contents],
          ...listParcelDetails(input),
          ['Sender', `${input.sender.full_name}\n${formatPhone(input.sender.phone)}`],
          ['Receiver', `${input.receiver.full_name}\n${formatPhone(input.receiver.phone)}`],
          ['Photo', drafts.photo.value === '' ? undefined : '1 photo attached'],
        ]}
      />
    </Page>
  )
}

function SendButton({
  busy,
  disabled,
  onSend,
}: {
  busy: boolean
  disabled: boolean
  onSend: () => void
}) {
  if (useUser() === undefined)
    return (
      <ButtonLink kind="primary" to="/request-parcel/proceed">
        Log in to send it
      </ButtonLink>
    )
  return (
    <Button kind="primary" busy={busy} disabled={disabled} onClick={onSend}>
      Send this parcel
    </Button>
  )
}

/** Puts the parcel into the outbox, with the server's price if that is still valid. */
function useParcelSending({
  lists,
  priced,
  drafts,
  parcel,
}: {
  lists: ParcelLists
  priced: ParcelPriceView
  drafts: ReturnType<typeof useRequestDraft>
  parcel: ParcelRequestFormState['parcel']
}) {
  const navigate = useNavigate()
  const { quote, price } = priced
  const photo = drafts.photo.value
  const route = findChosenRoute(parcel, lists)
  return useForm(CreateParcelInput, {
    draft: { value: drafts.request.value, discard: () => deleteRequestDraft(drafts) },
    read: (request) => {
      const { trip_id: _gone, ...asked } = priced.asked ?? {}
      return {
        ...(quote === undefined ? { quote: asked } : { quote_id: quote.id }),
        ...makeParcelRequestInput(parcel, request).input,
        ...(photo !== '' && { photo }),
      }
    },
    faults: (request) => makeParcelRequestInput(parcel, request).fields,
    send: {
      item: (input) => ({
        kind: 'parcel',
        input,
        title: `Parcel to ${route ? splitRouteName(route)[1] : ''} for ${input.receiver.full_name}`,
        form: { parcel, shown_kobo: price?.total_kobo ?? 0 } satisfies ParcelRequestFormState,
      }),
    },
    done: ({ id }) => void navigate(successPath(id), { replace: true }),
  })
}

function Missing({ to, children }: { to: string; children: string }) {
  return (
    <Notice tone="warning" actions={<ButtonLink to={to}>Fill it in</ButtonLink>}>
      {children}
    </Notice>
  )
}

/** Says whether the price of a request that returned from the outbox has changed since the sender saw it. */
function ChangedPrice({ priced: { quote } }: { priced: ParcelPriceView }) {
  const before = (useLocation().state as Partial<ParcelRequestFormState> | null)?.shown_kobo
  if (before === undefined || quote === undefined) return null
  return <PriceChange before={before} now={quote.total_kobo} />
}

function Rules({ add_ons }: { add_ons: readonly string[] }) {
  const { light, heavy, heavy_from_grams } = storageFeesKobo
  return (
    <Card label="Rules">
      <h2>Good to know</h2>
      <ul className={styles.plain}>
        <li>
          Free storage at the counter for{' '}
          {formatCount(countFreeStorageDays(add_ons), 'working day')}, then {formatNaira(light)} a
          day, {formatNaira(heavy)} a day from {formatKilos(heavy_from_grams)}.
        </li>
        <li>
          You can cancel it until it is loaded. Once the counter has it, you get back all but the
          service fee.
        </li>
      </ul>
    </Card>
  )
}

function Facts({
  title,
  edit,
  facts,
  children,
}: {
  title: string
  edit: string
  facts: (readonly [name: string, words: string | undefined])[]
  children?: ReactNode
}) {
  return (
    <Card label={title}>
      <h2>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(
          ([name, words]) =>
            words && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ),
        )}
      </dl>
      {children}
      <ButtonRow>
        <ButtonLink to={edit}>Change</ButtonLink>
      </ButtonRow>
    </Card>
  )
}
