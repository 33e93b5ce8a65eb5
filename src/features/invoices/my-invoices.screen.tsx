import type { Invoice } from '#contract/invoices/model'
import { formatNaira } from '#contract/money'
import { formatDay } from '#lib/format'
import { QueryResult, MoreButton } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { listInvoicesQuery } from './queries.ts'
import styles from './invoices.module.css'

/** The user's invoices: open ones by due date, then the newest. */
export function MyInvoicesScreen() {
  const invoices = useInfiniteQuery(listInvoicesQuery)
  const all = invoices.data?.pages.flatMap(({ data }) => data)
  return (
    <Page title="Invoices" back={{ to: '/profile', label: 'Profile' }} narrow>
      <QueryResult query={{ ...invoices, data: all }}>
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState
              picture="paper"
              title="You have no invoices."
              action={<ButtonLink to="/profile/transaction">See my transactions</ButtonLink>}
            >
              Invoices appear here when they are sent to an email address or phone number that you
              have verified. If you got a link, open the invoice with it.
            </EmptyState>
          ) : (
            <>
              <ul className={styles.rows}>
                {shown.map((invoice) => (
                  <Row key={invoice.reference} invoice={invoice} />
                ))}
              </ul>
              <MoreButton query={invoices} />
            </>
          )
        }
      </QueryResult>
    </Page>
  )
}

function Row({ invoice }: { invoice: Invoice }) {
  const { reference, number, title, issuer, total_kobo, state } = invoice
  const isPaid = state === 'paid'
  const path = `/invoice-checkout${isPaid ? '/success' : ''}?reference=${reference}`
  return (
    <Card as="li" label={title}>
      <div className={styles.head}>
        <h2>
          <Link to={path}>{title}</Link>
        </h2>
        <b className={styles.amount}>{formatNaira(total_kobo)}</b>
      </div>
      <p className={styles.soft}>
        {issuer.is_us ? number : `${issuer.name}, no. ${number.split('-').at(-1)}`}
      </p>
      <p data-late={state === 'overdue'} className={styles.state}>
        {stateLabel(invoice)}
      </p>
      {invoice.next_part !== null && (
        <ButtonRow wide>
          <ButtonLink to={path} kind="primary">
            Pay
          </ButtonLink>
        </ButtonRow>
      )}
    </Card>
  )
}

function stateLabel({ state, due_on, paid_kobo, total_kobo, void_reason }: Invoice): string {
  const paid =
    paid_kobo > 0
      ? `${formatNaira(paid_kobo)} paid, ${formatNaira(total_kobo - paid_kobo)} left. `
      : ''
  if (state === 'paid') return 'Paid'
  if (state === 'void') return `Cancelled. ${void_reason ?? ''}`
  return state === 'overdue'
    ? `${paid}Was due on ${formatDay(due_on)}`
    : `${paid}Pay by ${formatDay(due_on)}`
}
