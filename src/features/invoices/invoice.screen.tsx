import type { Invoice } from '#contract/invoices/model'
import { formatNaira } from '#contract/money'
import { PaymentFlow } from '#features/payments'
import { WalletFunds } from '#features/wallet'
import { formatDay } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import {
  ShareInvoice,
  InvoiceLinesCard,
  InvoicePartsCard,
  InvoiceRefundsCard,
} from './invoice-cards.tsx'
import { WithInvoice } from './with-invoice.tsx'
import styles from './invoices.module.css'

/** An invoice for anyone who has its link: its lines, sum, due date, and payment. */
export function InvoiceScreen() {
  return (
    <WithInvoice title="Pay an invoice">{(invoice) => <Checkout invoice={invoice} />}</WithInvoice>
  )
}

function Checkout({ invoice }: { invoice: Invoice }) {
  const { reference, number, state, issuer, is_mine } = invoice
  const [params] = useSearchParams()
  // After a return from a payment company, the reference of the payment contains the number of the part.
  const named = Number(params.get('payment')?.split('-')[1] ?? 0)
  const isPart = invoice.parts.some(({ number }) => number === named)
  const [at] = useState(isPart ? named : invoice.next_part)
  const part = invoice.parts.find((one) => one.number === at)
  if (state === 'paid' || (state !== 'void' && part?.state === 'paid'))
    return <Navigate to={`/invoice-checkout/success?reference=${reference}`} replace />
  const isOpen = part?.state === 'open'
  return (
    <Page
      title={isOpen ? `Pay ${issuer.name}` : 'Invoice'}
      long={isOpen}
      under={`Invoice ${number}`}
      {...(is_mine && { back: { to: '/profile/invoices', label: 'Invoices' } })}
      aside={
        <>
          <InvoiceLinesCard invoice={invoice} />
          <InvoicePartsCard invoice={invoice} />
        </>
      }
    >
      {isOpen && <InvoicePayLink invoice={invoice} part={part} />}
      {state === 'void' && <VoidInvoiceNotice invoice={invoice} />}
      {part !== undefined && (
        <PaymentFlow
          key={part.reference}
          due={{ kind: 'invoice', reference: part.reference }}
          Funds={WalletFunds}
          total_kobo={part.amount_kobo}
          // A closed invoice cannot be paid, but the state of an earlier payment is still displayed.
          instead={isOpen ? undefined : <></>}
          done={
            <ButtonLink to={`/invoice-checkout?reference=${reference}`}>
              Back to the invoice
            </ButtonLink>
          }
        />
      )}
      <InvoiceRefundsCard invoice={invoice} />
      {isOpen && <ShareInvoice invoice={invoice} title="Let somebody else pay" />}
    </Page>
  )
}

function InvoicePayLink({ invoice, part }: { invoice: Invoice; part: Invoice['parts'][number] }) {
  const { parts, title } = invoice
  const of = parts.length > 1 ? `Part ${part.number} of ${parts.length}, ` : ''
  return (
    <Card label="To pay">
      <p className={styles.title}>{title}</p>
      <p className={styles.sum}>{formatNaira(part.amount_kobo)}</p>
      {part.is_overdue ? (
        <p className={styles.late}>
          {of === '' ? 'It' : `${of}it`} was due on {formatDay(part.due_on)}. Please pay it now.
        </p>
      ) : (
        <p className={styles.soft}>
          {of === '' ? 'Pay by' : `${of}pay by`} {formatDay(part.due_on)}
        </p>
      )}
    </Card>
  )
}

function VoidInvoiceNotice({
  invoice: { issuer, void_reason, title, paid_kobo },
}: {
  invoice: Invoice
}) {
  return (
    <Notice
      tone="warning"
      title={`${issuer.name} cancelled this invoice. You do not have to pay it.`}
    >
      <p>{title}</p>
      {void_reason !== null && <p>{void_reason}</p>}
      <p>
        {paid_kobo > 0
          ? `${formatNaira(paid_kobo)} of what was paid is not refunded, as the terms of cancelling say.`
          : 'If you have already paid, we refund you in full automatically.'}
      </p>
    </Notice>
  )
}
