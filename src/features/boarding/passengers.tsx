import { countBabies } from '#contract/boarding/rules'
import { formatCount } from '#contract/quantities'
import type { Manifest, ManifestSeat } from '#contract/boarding/model'
import { formatTime } from '#lib/format'
import styles from './boarding.module.css'
import { hasBoardedWithoutTicket } from './labels.ts'
import type { TicketCheck } from './store.ts'

/** Returns the rows whose ticket is valid or was used to board, by seat. */
export const listCurrentTickets = ({ seats }: Manifest): ManifestSeat[] =>
  seats.filter(({ status }) => status === 'valid' || status === 'used')

/** Returns the travellers who were let in although their ticket was cancelled or replaced, by seat. */
export const listTicketlessTravellers = (list: Manifest): ManifestSeat[] =>
  list.seats.filter((row) => hasBoardedWithoutTicket(row, list))

/** Returns whether the traveller of a row has boarded, according to this phone's checks or to the list. */
export const isAboard = (row: ManifestSeat, checks: readonly TicketCheck[]): boolean =>
  row.status === 'used' || ownCheck(row, checks) !== undefined

const ownCheck = (row: ManifestSeat, checks: readonly TicketCheck[]) =>
  checks.find(({ scan }) => scan.ticket_id === row.ticket_id && scan.verdict === 'valid')

/** The travellers with a valid or used ticket, then `others`, and whether each has boarded. */
export function PassengerList({
  riders,
  others,
  checks,
  aboard,
  zone,
}: {
  riders: readonly ManifestSeat[]
  /** Travellers who were let in without a valid ticket. */
  others: readonly ManifestSeat[]
  checks: readonly TicketCheck[]
  aboard: number
  zone: string
}) {
  const babies = countBabies(riders)
  return (
    <details className={styles.passengers}>
      <summary>
        Passengers: {aboard} of {riders.length + babies} aboard
        {babies > 0 &&
          ` (${formatCount(riders.length, 'seat')}, ${formatCount(babies, 'baby', 'babies')})`}
      </summary>
      <ol>
        {[...riders, ...others].map((row) => {
          const at = row.boarded_at ?? ownCheck(row, checks)?.scan.scanned_at
          return (
            <li key={row.ticket_id} className={isAboard(row, checks) ? styles.aboard : undefined}>
              <strong>{row.seat}</strong>
              <span>
                {row.passenger}
                {row.infant_name && ` and baby ${row.infant_name}`}
                <small>
                  {row.from} to {row.to}
                  {row.boardings.length > 1 && ' · let in twice'}
                  {others.includes(row) && ' · let in without a valid ticket'}
                </small>
              </span>
              <span>{at === undefined ? 'not yet' : `✓ ${formatTime(at, zone)}`}</span>
            </li>
          )
        })}
      </ol>
    </details>
  )
}
