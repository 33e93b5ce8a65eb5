import { useOnline } from '#lib/online'
import { lazyPart } from '#lib/lazy'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { ErrorState } from '#ui/pictures/error-state'
import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { TicketPager } from './ticket-pager.tsx'
import styles from './ticket.module.css'
import { BookingTickets } from './tickets.tsx'

/** A separate chunk, because the ticket must open with only the files of the service worker's install list. */
const PushPrompt = lazyPart(async () => (await import('#features/notifications')).PushPrompt)

/** The tickets of a booking, stored on this phone. They open with or without a network. */
export function TicketScreen() {
  const { reference: opened = '' } = useParams()
  const online = useOnline()
  return (
    <Page title="Your ticket" back={{ to: '/profile/trip', label: 'My trips' }} narrow>
      <TicketPager reference={opened}>
        {(reference) => (
          <BookingTickets
            key={reference}
            reference={reference}
            refused={{
              not_found: () => <TicketNotFound />,
              code_needed: () => <TicketNotFound reference={reference} />,
              ticket_not_ready: () => (
                <Notice
                  tone="warning"
                  title="Your payment has not arrived yet. You get the ticket as soon as it does."
                  actions={
                    <ButtonLink to={`/bookride/pay?booking=${reference}`} kind="primary">
                      See the payment
                    </ButtonLink>
                  }
                />
              ),
            }}
          >
            {online && (
              <p className={styles.saved}>✓ Saved on this phone. It opens without a network.</p>
            )}
            <Suspense>
              <PushPrompt reference={reference} />
            </Suspense>
          </BookingTickets>
        )}
      </TicketPager>
    </Page>
  )
}

/**
 * Displayed if the tickets are not on this phone. With `reference`, the booking is known here and opens with a code.
 */
function TicketNotFound({ reference }: { reference?: string }) {
  return (
    <ErrorState
      picture="missing"
      title="This ticket is not on this phone."
      action={
        <ButtonLink
          to={reference === undefined ? '/profile/trip' : `/profile/trip?booking=${reference}`}
          kind="primary"
        >
          {reference === undefined ? 'Open it with reference and phone' : 'Open it with a code'}
        </ButtonLink>
      }
    >
      {reference === undefined
        ? 'Enter the booking’s reference and the phone number you booked with. We then send a code to that number.'
        : 'We send the code to the phone it was booked with.'}
    </ErrorState>
  )
}
