import { formatCount } from '#contract/quantities'
import type { Invoice, InvoicePart } from '#contract/invoices/model'
import { formatNaira } from '#contract/money'
import { ShareButtons } from '#ui/share-buttons'
import { Refunds } from '#features/wallet'
import { computeDay, formatDay } from '#lib/format'
import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { FareLines } from '#ui/money'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import { downloadInvoicePdf } from './queries.ts'
import styles from './invoices.module.css'

/** The invoice lines before VAT, then the VAT, the total, the notes and the customer. */
export function InvoiceLinesCard({ invoice }: { invoice: Invoice }) {
  const { lines, vat_kobo, total_kobo, notes, customer } = invoice
  const to = [customer.company, customer.name].filter((one) => one !== null).join(', ')
  return (
    <Card label="What it is for">
      <h2>What it is for</h2>
      <FareLines
        lines={[
          ...lines.map((line) => ({
            label: line.vat_percent === 0 ? `${line.label} (no VAT)` : line.label,
            quantity: line.quantity,
            unit_kobo: line.unit_kobo,
            amount_kobo: line.net_kobo,
          })),
          { label: 'VAT 7.5%', amount_kobo: vat_kobo },
        ]}
        total_kobo={total_kobo}
      />
      {notes !== null && <p className={styles.notes}>{notes}</p>}
      {to !== '' && (
        <p className={styles.soft}>
          For {to}
          {customer.tin !== null && `, TIN ${customer.tin}`}
        </p>
      )}
    </Card>
  )
}

const stateLabels = { void: 'cancelled', refunded: 'refunded' } as const

function partLabel({ state, due_on, is_overdue, paid_at }: InvoicePart): string {
  if (state === 'open') return `${is_overdue ? 'was due' : 'pay by'} ${formatDay(due_on)}`
  if (state === 'paid') return paid_at === null ? 'paid' : `paid ${formatDay(computeDay(paid_at))}`
  return stateLabels[state]
}

/** The parts of an invoice with their states. Renders nothing for a single part. */
export function InvoicePartsCard({ invoice: { parts, next_part, state } }: { invoice: Invoice }) {
  if (parts.length < 2) return null
  return (
    <Card label="Parts">
      <h2>
        {state === 'paid' ? 'Paid' : 'To pay'} in {formatCount(parts.length, 'part')}
      </h2>
      <ol className={styles.parts}>
        {parts.map((part) => (
          <li
            key={part.number}
            data-state={part.state}
            aria-current={part.number === next_part ? 'step' : undefined}
          >
            <span>
              Part {part.number}
              <small data-late={part.is_overdue}>{partLabel(part)}</small>
            </span>
            <b>{formatNaira(part.amount_kobo)}</b>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The refunds of a cancelled invoice. Renders nothing if there are none. */
export const InvoiceRefundsCard = ({ invoice }: { invoice: Invoice }) => (
  <Refunds refunds={invoice.refunds} />
)

/** Buttons to send the link to somebody who pays, and to download the PDF. A void invoice has only the PDF. */
export function ShareInvoice({ invoice, title }: { invoice: Invoice; title: string }) {
  const { reference, link, issuer, parts, next_part, state } = invoice
  const next = parts.find(({ number }) => number === next_part)
  const keeping = useMutation({ mutationFn: () => downloadInvoicePdf(reference) })
  const words =
    next === undefined
      ? `Invoice ${invoice.number} of ${issuer.name} is paid: ${link}`
      : `Please pay ${formatNaira(next.amount_kobo)} to ${issuer.name} for “${invoice.title}”. By card, transfer or USSD, no account needed: ${link}`
  return (
    <Card label={title}>
      <h2>{title}</h2>
      {next !== undefined && (
        <p className={styles.soft}>
          Anyone with the link can see what it is for and pay it. It shows no phone numbers.
        </p>
      )}
      <ButtonRow wide>
        {state !== 'void' && <ShareButtons text={words} />}
        <Button busy={keeping.isPending} onClick={() => keeping.mutate()}>
          PDF
        </Button>
      </ButtonRow>
      <FailureNotice
        error={keeping.error}
        offline="No network. You can get the PDF when you are online."
      />
    </Card>
  )
}
