import { describeCover, describeDeclaredValue } from '#contract/parcels/goods'
import type { Parcel } from '#contract/parcels/model'
import { formatNaira } from '#contract/money'
import { formatPhone } from '#contract/phone'
import { formatKilos } from '#contract/quantities'
import { Receipt, ReceiptSlip } from '#features/counter'
import { formatDayTime } from '#lib/format'
import { FactList } from '#ui/facts'
import { QrCode } from '#ui/codes/qr-code'
import styles from './counter.module.css'

/** The waybill of a parcel, printed 58 mm wide: a label for the parcel, and a receipt for its sender. */
export function ParcelSlips({ parcel }: { parcel: Parcel }) {
  return (
    <Receipt>
      <ParcelLabel parcel={parcel} />
      <SenderReceipt parcel={parcel} />
    </Receipt>
  )
}

function ParcelLabel({ parcel }: { parcel: Parcel }) {
  const { add_ons, note, planned, receiver, sender, size } = parcel
  const isFragile = add_ons.some(({ code }) => code === 'fragile')
  return (
    <ReceiptSlip label="For the parcel" operator={parcel.carrier.name}>
      <b className={styles.destination}>{parcel.route.to_city}</b>
      {isFragile && <b>FRAGILE</b>}
      <FactList
        facts={[
          ['Waybill', parcel.waybill],
          ['To', parcel.pick_up.at === 'door' ? parcel.pick_up.address : parcel.pick_up.name],
          ['Receiver', describePerson(receiver)],
          ['Sender', describePerson(sender)],
          ['Bus', formatDayTime(planned.departs_at, planned.zone)],
          ['Size', `${size.name}, ${formatKilos(size.weight_grams)}`],
          ['Note', note],
        ]}
      />
      <QrCode text={parcel.tracking.link} label={`Code of waybill ${parcel.waybill}`} />
    </ReceiptSlip>
  )
}

function SenderReceipt({ parcel }: { parcel: Parcel }) {
  const { pickup_pin } = parcel
  return (
    <ReceiptSlip label="For the sender" operator={parcel.carrier.name}>
      <FactList
        facts={[
          ['Waybill', parcel.waybill],
          ['From', parcel.drop_off.name],
          ['To', parcel.pick_up.name],
          ['Receiver', describePerson(parcel.receiver)],
          ['Contents', parcel.contents],
          ['Declared', describeDeclaredValue(parcel.declared_value_kobo)],
          ['Covered', describeCover(parcel.cover_kobo)],
          ['Paid', formatNaira(parcel.price.total_kobo)],
          ['PIN', pickup_pin],
        ]}
      />
      {pickup_pin !== null && (
        <p>
          The PIN is for the receiver, and for you if it comes back. Give it to nobody else. The
          receiver gets it by SMS.
        </p>
      )}
      <p>Scan the code to see where it is.</p>
      <QrCode text={parcel.tracking.link} label={`Tracking code of ${parcel.waybill}`} />
    </ReceiptSlip>
  )
}

const describePerson = (person: Parcel['sender']) =>
  person && `${person.full_name}, ${formatPhone(person.phone)}`
