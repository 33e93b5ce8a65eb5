import type { Manifest, ManifestSeat } from '#contract/boarding/model'
import { formatTime } from '#lib/format'
import { MutedText } from '#ui/desk/page'
import { Card } from '#ui/page'
import styles from './departures.module.css'

/**
 * Returns the rows of travellers whose ticket is valid or used, by seat. Cancelled and replaced tickets are in the
 * manifest only for the checks at the door of the bus.
 */
export const listTicketHolders = ({ seats }: Manifest): ManifestSeat[] =>
  seats
    .filter(({ status }) => status === 'valid' || status === 'used')
    .toSorted((a, b) => a.seat - b.seat || a.leg_from - b.leg_from)

/** The name of a traveller, with the baby on their lap. */
export const formatTravellerName = ({ passenger, infant_name }: ManifestSeat) =>
  infant_name ? `${passenger} and baby ${infant_name}` : passenger

/** The travellers of a departure, and which details of theirs are missing. */
export function TravellerListCard({ manifest }: { manifest: Manifest }) {
  const travelling = listTicketHolders(manifest)
  return (
    <Card>
      <h2>Travellers</h2>
      {travelling.length === 0 && <MutedText>Nobody has a ticket yet.</MutedText>}
      <ol className={styles.manifest}>
        {travelling.map((one) => (
          <Traveller key={one.ticket_id} ticket={one} zone={manifest.trip.zone} />
        ))}
      </ol>
    </Card>
  )
}

function Traveller({ ticket, zone }: { ticket: ManifestSeat; zone: string }) {
  const { seat, from, to, booking, missing = [], boarded_at } = ticket
  return (
    <li className={styles.seat}>
      <b className={styles.number} aria-label={`Seat ${seat}`}>
        {seat}
      </b>
      <span>
        {formatTravellerName(ticket)}
        <MutedText as="small">
          {' '}
          {from} → {to} · {booking}
          {missing.length > 0 && ` · ${missingLabel(missing)}`}
          {boarded_at !== null && ` · Aboard ${formatTime(boarded_at, zone)}`}
        </MutedText>
      </span>
    </li>
  )
}

const detailLabels = { phone: 'phone', address: 'address', next_of_kin: 'next of kin' } as const

/** Lists the details that the law requires and the traveller has not given: “Not given: phone, address”. */
const missingLabel = (missing: NonNullable<ManifestSeat['missing']>) =>
  `Not given: ${missing.map((one) => detailLabels[one]).join(', ')}`
