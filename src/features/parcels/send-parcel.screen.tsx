import { basicCoverKobo, doorAddOns, fullCoverAddOnCode } from '#contract/parcels/price'
import { formatNaira } from '#contract/money'
import { PlaceChoiceField } from '#features/lookups'
import {
  findChosenSize,
  findDraftRequirements,
  listAllAddOns,
  splitRouteName,
  type ParcelLists,
} from '#contract/parcels/choice'
import { findFieldErrors } from '#lib/api/error'
import { removeItem, read, write } from '#lib/device'
import { useUser } from '#lib/session'
import { useFieldChecks } from '#lib/use-field-checks'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { CheckField, ChoiceField } from '#ui/choices'
import { SelectField, TextField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { findCounterName, chooseDefaultCounter, findInitialParcelData } from './parcel-choice.ts'
import { type ParcelData, useParcelDraft } from './parcel-draft.ts'
import { findParcelErrors } from './parcel-faults.ts'
import { useParcelLists } from './parcel-lists.ts'
import { useParcelPrice } from './parcel-price.ts'
import { SizePicker } from './customize.screen.tsx'
import { BusChoice, ParcelQuoteCard, ParcelTotal, QuoteError } from './quote-view.tsx'
import { sendingSteps } from './sending-steps.tsx'
import styles from './sending.module.css'

const head = {
  title: 'Send a parcel',
  sub: sendingSteps.price,
  under: 'By the next bus, from motor park to motor park or door to door.',
  back: { to: '/', label: 'Home' },
} as const

/**
 * Says to people who are not logged in that the last steps need an account. It is not prerendered, as the build knows
 * no user.
 */
const AccountNote = () =>
  useUser() === undefined && (
    <p className={styles.soft}>Anyone can see the price. To send, you need an account.</p>
  )

/** Shows the price and the buses, at `/send-parcel`, before anybody needs to log in. */
export function SendParcelScreen() {
  const lists = useParcelLists()
  if (lists.data === undefined)
    return (
      <Page {...head}>
        <QueryResult query={lists}>{() => null}</QueryResult>
      </Page>
    )
  return (
    <QueryResult query={lists} title={head.title}>
      {(known) => <SendParcel lists={known} />}
    </QueryResult>
  )
}

interface SendFieldsProps {
  parcel: ParcelData
  change: (part: Partial<ParcelData>) => void
  lists: ParcelLists
  /** The errors by field. */
  wrong: Record<string, string>
}

function SendParcel({ lists }: { lists: ParcelLists }) {
  const [parcel, change] = useParcelDraft(findInitialParcelData(lists))
  const [trip_id, setTrip] = useState(() => read('parcel_choice')?.trip_id)
  const [isTried, setTried] = useState(false)
  const navigate = useNavigate()
  const priced = useParcelPrice(parcel, lists, trip_id)
  const faults = findParcelErrors(parcel, lists)
  const left = useFieldChecks(() => faults)
  const refused = findFieldErrors(priced.refusal ?? null)
  const wrong = { ...refused, ...left.errors, ...(isTried && faults) }
  const part = { parcel, lists, wrong, change: changed }

  /** Changes the parcel. Removes the chosen bus if an end of the route changes, because other buses serve it. */
  function changed(next: Partial<ParcelData>): void {
    change(next)
    if (next.from === undefined && next.to === undefined && next.drop_off === undefined) return
    removeItem('parcel_choice')
    setTrip(undefined)
  }
  function goOn(): void {
    if (Object.keys(faults).length === 0 && priced.refusal === undefined)
      return void navigate('/request-parcel')
    // The first error can take the focus only once it is rendered.
    flushSync(() => setTried(true))
    document.querySelector<HTMLElement>('main [aria-invalid="true"], [data-wrong]')?.focus()
  }
  return (
    <Page
      {...head}
      aside={
        <>
          <ParcelQuoteCard priced={priced} />
          {priced.buses.length > 0 && (
            <BusChoice
              buses={priced.buses}
              to={findCounterName(parcel.pick_up, lists)}
              chosen={trip_id}
              onChoose={(chosen) => {
                write('parcel_choice', { trip_id: chosen })
                setTrip(chosen)
              }}
            />
          )}
        </>
      }
      bar={
        <>
          <ParcelTotal price={priced.price} />
          <Button kind="primary" onClick={goOn}>
            Continue
          </Button>
        </>
      }
    >
      <AccountNote />
      <div className={styles.stack} {...left.watch}>
        <RouteField {...part} />
        <Card>
          <SizePicker
            sizes={lists.sizes}
            parcel={parcel}
            counts_as={findChosenSize(parcel, lists)}
            onChoose={(size) => change({ size })}
          />
          <QuoteError message={wrong['size']} />
        </Card>
        <Goods {...part} />
        <HandOverFields {...part} />
        <Extras {...part} />
      </div>
    </Page>
  )
}

/** Returns the names of the cities where parcels start, and of those where they go from the chosen one, by code. */
function listCities(parcel: ParcelData, { routes }: ParcelLists) {
  const ends = routes.map((route) => ({ route, names: splitRouteName(route) }))
  const there = ends.filter(({ route }) => route.from_city === parcel.from)
  return {
    from: new Map(ends.map(({ route, names }) => [route.from_city, names[0]])),
    to: new Map(there.map(({ route, names }) => [route.to_city, names[1]])),
  }
}

function RouteField({ parcel, change, lists, wrong }: SendFieldsProps) {
  const { from, to } = listCities(parcel, lists)
  const back = lists.routes.some(
    (route) => route.from_city === parcel.to && route.to_city === parcel.from,
  )
  const none = { at: 'park', location: '' } as const
  return (
    <Card label="Route">
      <h2>From where to where?</h2>
      <PlaceChoiceField
        label="From"
        name="from"
        empty="Choose a city"
        value={parcel.from}
        error={wrong['from']}
        options={[...from].map(([value, label]) => ({ value, label }))}
        onChange={(city) => {
          const goes = lists.routes.some(
            (route) => route.from_city === city && route.to_city === parcel.to,
          )
          const drop_off = chooseDefaultCounter(from.get(city) ?? '', lists)
          change({ from: city, drop_off, ...(!goes && { to: '', pick_up: none }) })
        }}
      />
      <PlaceChoiceField
        label="To"
        name="to"
        empty={parcel.from === '' ? 'Choose where it starts first' : 'Choose a city'}
        value={parcel.to}
        error={wrong['to'] ?? wrong['route']}
        disabled={parcel.from === ''}
        options={[...to].map(([value, label]) => ({ value, label }))}
        onChange={(city) =>
          change({ to: city, pick_up: chooseDefaultCounter(to.get(city) ?? '', lists) })
        }
      />
      {back && (
        <Button
          kind="quiet"
          onClick={() =>
            change({
              from: parcel.to,
              to: parcel.from,
              drop_off: parcel.pick_up,
              pick_up: parcel.drop_off,
            })
          }
        >
          Swap from and to
        </Button>
      )}
    </Card>
  )
}

/** Where the parcel is accepted and delivered. Renders nothing before the route is chosen. */
function HandOverFields(part: SendFieldsProps) {
  const { parcel, lists } = part
  const { from, to } = listCities(parcel, lists)
  if (parcel.from === '') return null
  return (
    <Card label="Drop-off and delivery">
      <h2>Where do we get it, where does it go?</h2>
      <HandOverField {...part} end="drop_off" city={from.get(parcel.from) ?? ''} />
      {parcel.to !== '' && <HandOverField {...part} end="pick_up" city={to.get(parcel.to) ?? ''} />}
    </Card>
  )
}

/** Where the parcel is accepted or delivered: at a counter or at a door. */
function HandOverField({
  end,
  city,
  parcel,
  change,
  lists,
  wrong,
}: SendFieldsProps & { end: 'drop_off' | 'pick_up'; city: string }) {
  const { at, location } = parcel[end]
  const door = lists.add_ons.find(({ code }) => code === doorAddOns[end])
  const counters = lists.locations.filter((one) => one.city === city)
  const address = counters.find(({ code }) => code === location)?.address
  const put = (next: Partial<ParcelData['drop_off']>) =>
    change({ [end]: { ...parcel[end], ...next } })
  return (
    <>
      <ChoiceField
        label={end === 'drop_off' ? `Drop-off in ${city}` : `Delivery in ${city}`}
        name={end}
        value={at}
        onChange={(chosen) => put({ at: chosen === 'door' ? 'door' : 'park' })}
        options={[
          { value: 'park', label: 'Motor park' },
          { value: 'door', label: `Door, +${formatNaira(door?.price_kobo ?? 0)}` },
        ]}
      />
      {at === 'park' && (
        <PlaceChoiceField
          label={end === 'drop_off' ? 'Drop-off counter' : 'Pick-up counter'}
          what="Counter"
          empty="Choose a counter"
          hint={address}
          value={location}
          error={wrong[`${end}.location`]}
          options={counters.map((one) => ({
            value: one.code,
            label: one.name,
            under: one.address,
          }))}
          onChange={(code) => put({ location: code })}
        />
      )}
    </>
  )
}

function Goods({ parcel, change, lists, wrong }: SendFieldsProps) {
  const type = lists.types.find(({ code }) => code === parcel.type)
  return (
    <Card label="Goods">
      <h2>What is it?</h2>
      <SelectField
        label="Kind of goods"
        empty="Choose what it is"
        hint={type?.restricted === false ? type.hint : undefined}
        value={parcel.type}
        error={wrong['type']}
        options={lists.types.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(code) => change({ type: code })}
      />
      {type?.restricted === true && (
        <Notice tone="warning" live="polite" title="Accepted on conditions">
          {type.hint}
        </Notice>
      )}
      <TextField
        label="What is it worth? (₦)"
        hint={`Up to ${formatNaira(basicCoverKobo)} of it is paid if it is lost or damaged; with full cover, all of it.`}
        optional={!findDraftRequirements(parcel).needs_value}
        name="declared_value_kobo"
        inputMode="numeric"
        autoComplete="off"
        value={parcel.value}
        error={wrong['declared_value_kobo']}
        onChange={(value) => change({ value })}
      />
    </Card>
  )
}

function Extras({ parcel, change, lists, wrong }: SendFieldsProps) {
  const doors: readonly string[] = Object.values(doorAddOns)
  const [taken, needed] = [listAllAddOns(parcel), findDraftRequirements(parcel).add_ons]
  const [wasOpen] = useState(taken.length > 0)
  const isOpen = wasOpen || needed.length > 0 || wrong['add_ons'] !== undefined
  return (
    <Card label="Extras">
      <details className={styles.fold} open={isOpen}>
        <summary>Extras: cover, fragile, longer storage</summary>
        <div className={styles.stack}>
          {lists.add_ons
            .filter(({ code }) => !doors.includes(code))
            .map(({ code, name, hint, price_kobo }) => (
              <CheckField
                key={code}
                label={`${name}, ${code === fullCoverAddOnCode ? 'from ' : ''}${formatNaira(price_kobo)}`}
                hint={needed.includes(code) ? `These goods travel only with it. ${hint}` : hint}
                checked={taken.includes(code)}
                onChange={(isOn) =>
                  change({
                    add_ons: isOn
                      ? [...parcel.add_ons, code]
                      : parcel.add_ons.filter((one) => one !== code),
                  })
                }
              />
            ))}
          <QuoteError message={wrong['add_ons']} />
        </div>
      </details>
    </Card>
  )
}
