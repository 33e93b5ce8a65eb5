import { compareText } from '#contract/order'
import type { Invoice } from '#contract/invoices/model'
import { formatNaira } from '#contract/money'
import { formatDay } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { SuccessHeading } from '#ui/success'
import { Navigate } from 'react-router-dom'
import { ShareInvoice, InvoiceLinesCard, InvoicePartsCard } from './invoice-cards.tsx'
import { WithInvoice } from './with-invoice.tsx'

/** The receipt after a payment in full or in part, with the sum that remains to be paid. */
export function ReceiptScreen() {
  return <WithInvoice title="Receipt">{(invoice) => <Receipt invoice={invoice} />}</WithInvoice>
}

function Receipt({ invoice }: { invoice: Invoice }) {
  const { reference, number, state, issuer, title, paid_kobo, is_mine } = invoice
  const checkout = `/invoice-checkout?reference=${reference}`
  if (paid_kobo === 0 || state === 'void') return <Navigate to={checkout} replace />
  const next = invoice.parts.find((part) => part.number === invoice.next_part)
  const last = lastPaid(invoice) ?? { amount_kobo: paid_kobo, number: 1 }
  const outcome = state === 'paid' ? 'Paid. Thank you.' : 'This part is paid. Thank you.'
  return (
    <Page
      title={outcome}
      heading={<SuccessHeading>{outcome}</SuccessHeading>}
      long
      under={`Invoice ${number}`}
      narrow
      {...(is_mine && { back: { to: '/profile/invoices', label: 'Invoices' } })}
      {...(next !== undefined && {
        bar: (
          <ButtonLink to={checkout} kind="primary" wide>
            Pay the next part, {formatNaira(next.amount_kobo)}
          </ButtonLink>
        ),
      })}
    >
      <Notice tone="success" title={`${formatNaira(last.amount_kobo)} paid to ${issuer.name}`}>
        <p>{title}</p>
        <RemainingPartsNote invoice={invoice} number={last.number} />
        {next !== undefined && (
          <p>
            Next: {formatNaira(next.amount_kobo)} by {formatDay(next.due_on)}.
          </p>
        )}
      </Notice>
      <InvoicePartsCard invoice={invoice} />
      <InvoiceLinesCard invoice={invoice} />
      <ShareInvoice
        invoice={invoice}
        title={next === undefined ? 'Your receipt' : 'Let somebody else pay the rest'}
      />
    </Page>
  )
}

/** Returns the part that was paid last; undefined if none is paid. */
const lastPaid = ({ parts }: Invoice) =>
  parts
    .filter(({ state }) => state === 'paid')
    .toSorted((one, other) => compareText(one.paid_at ?? '', other.paid_at ?? ''))
    .at(-1)

/** For an invoice that is paid in parts, says which part was paid and how much remains. Renders nothing for others. */
function RemainingPartsNote({
  invoice: { parts, total_kobo, paid_kobo },
  number,
}: {
  invoice: Invoice
  number: number
}) {
  if (parts.length < 2) return null
  const open_kobo = total_kobo - paid_kobo
  return (
    <p>
      Part {number} of {parts.length}.{' '}
      {open_kobo === 0
        ? `All ${formatNaira(total_kobo)} is paid.`
        : `${formatNaira(paid_kobo)} of ${formatNaira(total_kobo)} is paid, ${formatNaira(open_kobo)} is still open.`}
    </p>
  )
}
