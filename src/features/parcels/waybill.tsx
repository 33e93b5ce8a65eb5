import { describeOnwardTransport } from '#contract/parcels/onward-transport'
import type { Parcel } from '#contract/parcels/model'
import { getWaybillPdf } from '#contract/parcels/endpoints'
import { isParcelBeforeArrival, isPrivateDoor, makeTrackingPath } from '#contract/parcels/rules'
import type { Tracking } from '#contract/parcels/tracking'
import { ShareButtons } from '#ui/share-buttons'
import { callFile } from '#lib/api'
import { saveFile } from '#lib/browser'
import { computeDay, formatDay, formatDayTime } from '#lib/format'
import { Button, ButtonLink } from '#ui/button'
import { CopyButton } from '#ui/copy-button'
import { FactList } from '#ui/facts'
import { FailureNotice } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { QrCode } from '#ui/codes/qr-code'
import { Stub } from '#ui/stub'
import { useMutation } from '@tanstack/react-query'
import styles from './waybill.module.css'

/**
 * The waybill of a paid parcel, with its number and a code that opens its tracking, and buttons to send it to the
 * receiver, to copy its number and to print the slip that is stuck on the parcel. Renders nothing before it is paid.
 */
export function WaybillCard({ parcel }: { parcel: Parcel }) {
  const { waybill, tracking_id, tracking } = parcel
  const saving = useMutation({
    mutationFn: async () => saveFile(await callFile(getWaybillPdf, { tracking_id })),
  })
  if (waybill === null) return null
  return (
    <section className={styles.waybill} aria-label="Waybill">
      <WaybillStub parcel={parcel} number={waybill} />
      <div className={styles.aids}>
        {tracking.state === 'paid' && (
          <p className={styles.soft}>Write the number on the parcel, or stick the slip on it.</p>
        )}
        <ButtonRow wide>
          <CopyButton name="waybill number" text={waybill} />
          <Button busy={saving.isPending} onClick={() => saving.mutate()}>
            Slip (PDF)
          </Button>
          <ButtonLink to={makeTrackingPath(tracking_id)}>Track</ButtonLink>
        </ButtonRow>
        <FailureNotice
          error={saving.error}
          offline="No network. You can get the slip when you are online; the number is enough at the counter."
        />
        <h2>Send it to the receiver</h2>
        <div className={styles.ways}>
          <ShareButtons text={writeToReceiver(parcel, waybill)} />
        </div>
      </div>
    </section>
  )
}

function WaybillStub({ parcel, number }: { parcel: Parcel; number: string }) {
  const { route, carrier, planned, tracking, sender, receiver, drop_off, pick_up } = parcel
  const { expected_at } = tracking
  const isDoor = pick_up.at === 'door'
  return (
    <Stub
      label={`Waybill ${number}`}
      head={
        <>
          <b>{carrier.name}</b>
          <span>{formatDay(computeDay(planned.departs_at, planned.zone))}</span>
        </>
      }
      above={
        <div className={styles.proof}>
          <div className={styles.code}>
            <QrCode text={tracking.link} label="Code that opens the tracking of this parcel" />
          </div>
          <dl className={styles.route}>
            <div>
              <dt>From</dt>
              <dd>{route.from_city}</dd>
            </div>
            <div>
              <dt>To</dt>
              <dd className={styles.city}>{route.to_city}</dd>
            </div>
          </dl>
          <p className={styles.reference}>
            <small>Waybill number</small>
            <b>{number}</b>
          </p>
        </div>
      }
    >
      <div className={styles.more}>
        <FactList
          facts={[
            ['Receiver', receiver?.full_name],
            ['Sender', sender?.full_name],
            [
              isDoor ? 'Brought to' : 'Collect at',
              isDoor ? `Door in ${pick_up.city}` : pick_up.name,
            ],
            [
              drop_off.at === 'door' ? 'Picked up by' : 'Hand in by',
              tracking.state === 'paid' && formatDayTime(planned.hand_in_by, planned.zone),
            ],
            ['Bus arrives', expected_at && describeArrival(tracking, expected_at)],
            ['Contents', parcel.contents],
          ]}
        />
      </div>
    </Stub>
  )
}

/** Returns `Mon 30 Nov, 7:50 PM, Kubwa, then goes on to Jabi`: when and where the bus arrives, and what follows. */
function describeArrival({ expected_park, to_place, zone }: Tracking, at: string): string {
  const onward = describeOnwardTransport(
    expected_park,
    isPrivateDoor(to_place) ? 'the door' : to_place,
  )
  return [formatDayTime(at, zone), onward].filter(Boolean).join(', ')
}

/** Returns the message with which the sender announces the parcel, without the PIN, which the receiver gets by SMS. */
function writeToReceiver(parcel: Parcel, number: string): string {
  const { route, carrier, pick_up, tracking } = parcel
  if (!isParcelBeforeArrival(tracking.state)) return tracking.share_text
  const due = tracking.expected_at
  return [
    `I am sending you a parcel from ${route.from_city} to ${route.to_city} with ${carrier.name}, waybill ${number}.`,
    ...(due === null ? [] : [`Its bus is due ${describeArrival(tracking, due)}.`]),
    pick_up.at === 'door'
      ? 'A rider brings it and asks for the PIN that you get by SMS.'
      : `Collect it at ${pick_up.name} with the PIN that you get by SMS.`,
    `Follow it: ${tracking.link}`,
  ].join(' ')
}
