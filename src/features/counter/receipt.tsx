import { formatDepartureMoment } from '#features/boarding'
import { Button } from '#ui/button'
import { FactList } from '#ui/facts'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QrCode } from '#ui/codes/qr-code'
import type { ReactNode } from 'react'
import styles from './sale.module.css'

/** The only part of a page that is printed, 58 mm wide. */
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

/** The tickets of one direction. `facts`: what is listed below the code of each ticket. */
interface DirectionTickets {
  trip: { from: string; to: string; departs_at: string; delay_minutes?: number; zone: string }
  tickets: readonly PrintedTicket[]
  facts: readonly (readonly [string, string])[]
}

/** Tickets to print, a slip for each. `outcome`: the heading, such as what was done. */
export function IssuedTickets({
  label,
  outcome,
  next,
  operator,
  directions,
  note,
}: {
  label: string
  outcome: string
  /** The button that closes tickets that were just issued. Undefined if they are printed again. */
  next?: { label: string; onClick: () => void }
  operator: string
  directions: readonly DirectionTickets[]
  /** The text below each QR code. */
  note?: ReactNode
}) {
  return (
    <Card label={label}>
      <div role={next && 'status'}>
        <h2>{outcome}</h2>
      </div>
      <ButtonRow>
        {next !== undefined && (
          <Button kind="primary" onClick={next.onClick}>
            {next.label}
          </Button>
        )}
        <Button onClick={() => print()}>{next === undefined ? 'Print tickets' : 'Print'}</Button>
      </ButtonRow>
      <Receipt>
        {directions.flatMap(({ tickets, ...direction }) =>
          tickets.map((ticket) => (
            <TicketSlip key={ticket.code} {...{ ticket, operator, note }} {...direction} />
          )),
        )}
      </Receipt>
    </Card>
  )
}

/** The ticket of one seat, with its QR code. */
function TicketSlip({
  operator,
  trip: { from, to, ...departure },
  ticket,
  facts,
  note,
}: Omit<DirectionTickets, 'tickets'> & {
  operator: string
  ticket: PrintedTicket
  note: ReactNode
}) {
  return (
    <ReceiptSlip label={`Seat ${ticket.seat}`} operator={operator}>
      <FactList
        facts={[
          ['Name', ticket.passenger],
          ['Seat', ticket.seat],
          ['From', from],
          ['To', to],
          ['Leaves', formatDepartureMoment(departure)],
          ['Ticket', ticket.code],
          ...facts,
        ]}
      />
      <QrCode text={ticket.payload} label={`Ticket code of ${ticket.passenger}`} />
      {note}
    </ReceiptSlip>
  )
}
