import { computeDay, formatDay, formatTime } from '#lib/format'
import { Button } from '#ui/button'
import { FactList } from '#ui/facts'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QrCode } from '#ui/pictures/qr-code'
import type { ReactNode } from 'react'
import styles from './sale.module.css'

/** What a printer prints of a page, 58 mm wide. */
export function Receipt({ children }: { children: ReactNode }) {
  return <div className={styles.receipt}>{children}</div>
}

/** A part of a receipt that can be torn off. */
export function ReceiptSlip({
  label,
  operator,
  children,
}: {
  label: string
  operator: string
  children: ReactNode
}) {
  return (
    <section className={styles.slip} aria-label={label}>
      <b className={styles.operator}>{operator}</b>
      {children}
    </section>
  )
}

/** A ticket as it is printed. `payload`: the text of its QR code. */
interface PrintedTicket {
  seat: number
  passenger: string
  code: string
  payload: string
}

/** The tickets of one direction. */
interface IssuedWay {
  trip: { from: string; to: string; departs_at: string; zone: string }
  tickets: readonly PrintedTicket[]
  /** What is listed below the code of each ticket. */
  facts: readonly (readonly [string, string])[]
}

/** Tickets to print. `outcome`: what has happened; `next`: the button that leaves them, if they were just issued. */
export function IssuedTickets({
  label,
  outcome,
  next,
  operator,
  ways,
  note,
  onNext,
}: {
  label: string
  outcome: string
  next?: string
  operator: string
  ways: readonly IssuedWay[]
  /** What is said below each QR code. */
  note?: ReactNode
  onNext?: () => void
}) {
  return (
    <Card label={label}>
      <div role={onNext && 'status'}>
        <h2>{outcome}</h2>
      </div>
      <ButtonRow>
        {onNext !== undefined && (
          <Button kind="primary" onClick={onNext}>
            {next}
          </Button>
        )}
        <Button onClick={() => print()}>{onNext === undefined ? 'Print tickets' : 'Print'}</Button>
      </ButtonRow>
      <TicketSlips {...{ operator, ways, note }} />
    </Card>
  )
}

/** A slip for each ticket, which is what a printer prints of the page. */
function TicketSlips({
  operator,
  ways,
  note,
}: {
  operator: string
  ways: readonly IssuedWay[]
  note?: ReactNode
}) {
  return (
    <Receipt>
      {ways.flatMap(({ tickets, ...way }) =>
        tickets.map((ticket) => (
          <TicketSlip key={ticket.code} {...{ ticket, operator, note }} {...way} />
        )),
      )}
    </Receipt>
  )
}

/** The ticket of one seat, with its QR code. */
function TicketSlip({
  operator,
  trip: { from, to, departs_at, zone },
  ticket,
  facts,
  note,
}: Omit<IssuedWay, 'tickets'> & { operator: string; ticket: PrintedTicket; note: ReactNode }) {
  return (
    <ReceiptSlip label={`Seat ${ticket.seat}`} operator={operator}>
      <FactList
        facts={[
          ['Name', ticket.passenger],
          ['Seat', ticket.seat],
          ['From', from],
          ['To', to],
          ['Leaves', `${formatTime(departs_at, zone)}, ${formatDay(computeDay(departs_at, zone))}`],
          ['Ticket', ticket.code],
          ...facts,
        ]}
      />
      <QrCode text={ticket.payload} label={`Ticket code of ${ticket.passenger}`} />
      {note}
    </ReceiptSlip>
  )
}
