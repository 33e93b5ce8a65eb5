import { CallError } from '#lib/api'
import { formatDayTime } from '#lib/format'
import { Button, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { ShareButtons } from '#ui/share-buttons'
import { useMutation } from '@tanstack/react-query'
import { type TicketFileKind, downloadBookingFile } from './queries.ts'
import type { TicketSummary } from './stub.ts'
import styles from './ticket.module.css'

/** Returns the text of a ticket of which only the short form remains. */
const outlineOf = (
  { from, to, operator, departs_at, zone, reference }: TicketSummary,
  seat: number,
) =>
  `${from} to ${to}, ${formatDayTime(departs_at, zone)}, ${operator}, seat ${seat}. Reference ${reference}`

const files = [
  ['pdf', 'PDF'],
  ['calendar', 'Calendar'],
] as const satisfies [TicketFileKind, string][]

/** Buttons to share a ticket: as text without our server, or as files with it. */
export function TicketSharing({ stub }: { stub: TicketSummary }) {
  const saving = useMutation({
    mutationFn: (kind: TicketFileKind) => downloadBookingFile(kind, stub.reference),
  })
  const words = stub.tickets
    .map((ticket) => ticket.share_text ?? outlineOf(stub, ticket.seat))
    .join('\n\n')
  return (
    <section className={styles.sharing}>
      <h2 className={styles.wide}>Share and keep</h2>
      <ShareButtons text={words} />
      {files.map(([kind, name]) => (
        <Button
          key={kind}
          busy={saving.isPending && saving.variables === kind}
          onClick={() => saving.mutate(kind)}
        >
          {name}
        </Button>
      ))}
      <div className={styles.wide}>
        <ButtonLink to={`/ticket/${stub.reference}/share`} wide>
          Let somebody follow this trip
        </ButtonLink>
      </div>
      <div className={styles.wide}>
        <ButtonLink to={`/profile/trip?booking=${stub.reference}`} wide>
          Change or cancel
        </ButtonLink>
      </div>
      {saving.error !== null && (
        <div className={styles.wide}>
          <Notice tone="warning" live="assertive">
            {saving.error instanceof CallError && !saving.error.is_offline
              ? saving.error.detail
              : 'No network. You can get the file when you are online; the ticket above is enough to travel.'}
          </Notice>
        </div>
      )}
    </section>
  )
}
