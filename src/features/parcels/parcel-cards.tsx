import { describeCover, describeDeclaredValue } from '#contract/parcels/goods'
import type { ParcelDriver, Parcel } from '#contract/parcels/model'
import { getParcelPhoto, renewPickupPin } from '#contract/parcels/endpoints'
import { formatNaira } from '#contract/money'
import {
  listParcelDetails,
  hasParcelEnded,
  type ParcelState,
  statesWithPinMessage,
} from '#contract/parcels/rules'
import { storeParcel } from './queries.ts'
import { call, callFile } from '#lib/api'
import { formatPhone } from '#contract/phone'
import { computeDay, formatDayShort, formatDayTime } from '#lib/format'
import { showToast } from '#lib/toast'
import { FactList } from '#ui/facts'
import { Button, ButtonAnchor } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FailureNotice } from '#ui/form'
import { FareLines } from '#ui/money'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { PhotoOnDemand, photoDownloadWidth } from '#ui/pictures/late-photo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import styles from './waybill.module.css'

/** Says who gets a new PIN and when. A parcel that returns is collected by its sender, so nobody else gets it then. */
function describeNewPin(state: ParcelState): string {
  if (state === 'return_in_transit') return 'Only you get the new one.'
  return statesWithPinMessage.includes(state)
    ? 'The receiver gets the new one by SMS.'
    : 'The receiver gets the new one by SMS when the parcel arrives.'
}

/** The pickup PIN, which is given at the counter. A new PIN invalidates the old one. */
export function PinCard({ parcel }: { parcel: Parcel }) {
  const { pickup_pin, pin_tries_left, tracking_id, can, tracking } = parcel
  const who = tracking.state === 'return_in_transit' ? 'you' : 'the receiver'
  const [asked, setAsked] = useState(false)
  const queries = useQueryClient()
  const renewing = useMutation({
    mutationFn: () => call(renewPickupPin, { tracking_id }),
    onSuccess: (next) => {
      setAsked(false)
      showToast(`The old PIN no longer works. ${describeNewPin(next.tracking.state)}`)
      return storeParcel(queries, next)
    },
    onError: () => void queries.invalidateQueries({ queryKey: ['getParcel', tracking_id] }),
  })
  if (pickup_pin === null) return null
  return (
    <Card label="Pickup PIN">
      <h2>Pickup PIN</h2>
      <p className={styles.pin} aria-label={pickup_pin.split('').join(' ')}>
        {pickup_pin.slice(0, 3)} {pickup_pin.slice(3)}
      </p>
      <p>Only {who} should know it. Anyone who gives it gets the parcel.</p>
      {pin_tries_left < 5 && (
        <p className={styles.danger}>
          {pin_tries_left === 0
            ? 'Too many wrong tries, so it is locked. Make a new one.'
            : `Somebody gave a wrong PIN. It locks after ${pin_tries_left} more.`}
        </p>
      )}
      {can.renew_pin && (
        <ButtonRow>
          <Button onClick={() => setAsked(true)}>New PIN</Button>
        </ButtonRow>
      )}
      <Dialog open={asked} onClose={() => setAsked(false)} title="Make a new PIN?">
        <p>The old one stops working at once. {describeNewPin(tracking.state)}</p>
        <FailureNotice
          error={renewing.error}
          offline="No network. We do not know yet whether there is a new one. Look here again when it is back."
        />
        <Button kind="primary" busy={renewing.isPending} onClick={() => renewing.mutate()}>
          Make a new PIN
        </Button>
        <Button onClick={() => setAsked(false)}>Keep the old one</Button>
      </Dialog>
    </Card>
  )
}

/** The driver and vehicle of a loaded parcel, with a button to call if the phone number is known. */
export function ParcelDriverCard({
  driver,
  label,
  children,
}: {
  driver: ParcelDriver
  label?: string
  children?: ReactNode
}) {
  return (
    <Card {...(label !== undefined && { label })}>
      {children}
      <FactList
        facts={[
          ['Driver', driver.name],
          ['Plate', driver.plate],
          ['Operator', driver.operator],
          ['Loaded', formatDayTime(driver.loaded_at)],
        ]}
      />
      {driver.phone !== null && (
        <ButtonRow wide>
          <ButtonAnchor href={`tel:${driver.phone}`}>Call {formatPhone(driver.phone)}</ButtonAnchor>
        </ButtonRow>
      )}
    </Card>
  )
}

/** The sender, the receiver, the places and the contents. */
export function ContentsCard({ parcel }: { parcel: Parcel }) {
  const { tracking_id, sender, receiver, drop_off, pick_up, size, type, add_ons, carrier } = parcel
  return (
    <Card label="The parcel">
      <h2>The parcel</h2>
      <FactList
        facts={[
          ['From', sender && whoIs(sender)],
          ['Handed in', formatHandOver(drop_off)],
          ['To', receiver && whoIs(receiver)],
          [pick_up.at === 'door' ? 'Delivery to' : 'Collected', formatHandOver(pick_up)],
          ['Contents', parcel.contents],
          ...listParcelDetails(parcel),
          ['Kind', `${type.name}, ${size.name.toLowerCase()}`],
          ['With', add_ons.map(({ name }) => name).join(', ')],
          ['Worth', describeDeclaredValue(parcel.declared_value_kobo)],
          ['Covered up to', describeCover(parcel.cover_kobo)],
          ['Carried by', whoIs({ full_name: carrier.name, phone: carrier.phone })],
        ]}
      />
      {parcel.photo !== null && (
        <PhotoOnDemand
          name={['getParcelPhoto', tracking_id]}
          label="the photo"
          load={(options) =>
            callFile(getParcelPhoto, { tracking_id, w: photoDownloadWidth }, options)
          }
        />
      )}
    </Card>
  )
}

function whoIs({ full_name, phone }: { full_name: string; phone: string | null }) {
  return (
    <>
      {full_name}
      {phone !== null && (
        <>
          , <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </>
      )}
    </>
  )
}

const formatHandOver = ({ name, address }: Parcel['drop_off']) =>
  address === null ? name : `${name}, ${address}`

/** Every line of the price, and whether it is paid. */
export function ParcelPriceCard({ parcel: { price, paid_kobo } }: { parcel: Parcel }) {
  return (
    <Card label="Price">
      <h2>{paid_kobo > 0 ? 'What you paid' : 'Price'}</h2>
      <FareLines
        lines={price.lines}
        total_kobo={price.total_kobo}
        total_label={paid_kobo > 0 ? 'Paid' : 'To pay'}
      />
    </Card>
  )
}

/** The storage fee. Renders nothing unless the parcel is waiting at the counter. */
export function ParcelStorageCard({ parcel: { tracking } }: { parcel: Parcel }) {
  const { storage, zone } = tracking
  if (storage === null || hasParcelEnded(tracking.state)) return null
  const lastFreeDay = formatDayShort(computeDay(Date.parse(storage.free_until) - 1, zone), false)
  return (
    <Card label="Storage">
      <h2>Storage</h2>
      <p>
        {storage.due_kobo > 0 ? (
          <>
            <b>{formatNaira(storage.due_kobo)}</b> is due at the counter.
          </>
        ) : (
          `Free until the end of ${lastFreeDay}.`
        )}{' '}
        After that each day costs {formatNaira(storage.per_day_kobo)}, paid when it is collected.
      </p>
    </Card>
  )
}
