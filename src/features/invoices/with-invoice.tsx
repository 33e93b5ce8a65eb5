import type { Invoice } from '#contract/invoices/model'
import { useUser } from '#lib/session'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { getInvoiceQuery } from './queries.ts'

/**
 * Renders a screen for the invoice in the URL (`?reference=`). After a payment, the company may have put the reference
 * of the payment there, which begins with that of the invoice.
 */
export function WithInvoice({
  title,
  children,
}: {
  /** The title while the invoice loads. */
  title: string
  children: (invoice: Invoice) => ReactNode
}) {
  const [params] = useSearchParams()
  const reference = (params.get('reference') ?? '').toUpperCase().slice(0, 20)
  return reference === '' ? (
    <NoInvoice />
  ) : (
    <OneInvoice key={reference} {...{ reference, title, children }} />
  )
}

function OneInvoice({
  reference,
  title,
  children,
}: {
  reference: string
  title: string
  children: (invoice: Invoice) => ReactNode
}) {
  const invoice = useQuery(getInvoiceQuery(reference))
  return (
    <QueryResult
      title={title}
      query={invoice}
      refused={{ not_found: () => <NoInvoice />, invalid_input: () => <NoInvoice /> }}
    >
      {children}
    </QueryResult>
  )
}

function NoInvoice() {
  const user = useUser()
  return (
    <Page title="Pay an invoice" narrow>
      <Notice
        tone="warning"
        title="Open the link in the message you got."
        actions={
          <>
            <ButtonLink
              to={user === undefined ? '/login?next=/profile/invoices' : '/profile/invoices'}
              kind="primary"
            >
              {user === undefined ? 'Log in to see my invoices' : 'My invoices'}
            </ButtonLink>
            <ButtonLink to="/support">Ask us</ButtonLink>
          </>
        }
      >
        <p>
          Open an invoice with the link in your email or SMS, or scan the QR code on the printed
          invoice. This link is not complete.
        </p>
      </Notice>
    </Page>
  )
}
