import { showAge } from '#lib/format'
import { useOnline } from '#lib/online'
import { part } from '#lib/part'
import { Answer } from '#ui/answer'
import { Button, ButtonLink } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { QrCode } from './qr-code.tsx'
import { Sharing } from './sharing.tsx'
import type { Stub } from './stub.ts'
import { TicketStub } from './ticket-stub.tsx'
import styles from './ticket.module.css'
import { useStub } from './queries.ts'
import { useLitScreen } from './wake.ts'

/** A chunk of its own: the ticket opens from the first install alone. */
const PushAsk = part(async () => (await import('#features/notifications')).PushAsk)

/** From an hour on a ticket that nobody can ask about may have changed. */
const mayHaveChanged = (at: number) => at < Date.now() - 3_600_000

/** The tickets of a booking. They open from this phone, with or without a network. */
export function TicketScreen() {
  const { reference = '' } = useParams()
  const stub = useStub(reference)
  useLitScreen()
  return (
    <Page title="Your ticket" back={{ to: '/profile/trip', label: 'My trips' }} narrow>
      <Answer
        query={stub}
        refused={{
          not_found: () => <NotHere />,
          code_needed: () => <NotHere reference={reference} />,
          ticket_not_ready: () => (
            <Notice
              kind="mind"
              title="The ticket comes when the payment has landed."
              actions={
                <ButtonLink to={`/bookride/pay?booking=${reference}`} kind="primary">
                  See the payment
                </ButtonLink>
              }
            />
          ),
        }}
      >
        {(data) => <Tickets stub={data} at={stub.dataUpdatedAt} />}
      </Answer>
    </Page>
  )
}

function Tickets({ stub, at }: { stub: Stub; at: number }) {
  const [big, setBig] = useState<Stub['tickets'][number]>()
  const online = useOnline()
  const live = stub.tickets.filter(
    (ticket) => ticket.status !== 'cancelled' && ticket.status !== 'reissued',
  )
  return (
    <div className={styles.tickets}>
      {online && <p className={styles.saved}>✓ Saved on this phone. It opens without a network.</p>}
      {!online && mayHaveChanged(at) && <p>Checked {showAge(at)}. Changes may have happened.</p>}
      {live.length === 0 && (
        <Notice kind="harm" title="This booking was cancelled. The ticket is no longer valid." />
      )}
      {live.map((ticket) => (
        <TicketStub key={ticket.payload} stub={stub} ticket={ticket} onBig={() => setBig(ticket)} />
      ))}
      {live.length > 0 && (
        <Suspense>
          <PushAsk reference={stub.reference} />
        </Suspense>
      )}
      <Sharing stub={stub} />
      <Dialog
        open={big !== undefined}
        onClose={() => setBig(undefined)}
        title={`Seat ${big?.seat ?? ''}, ${big?.passenger ?? ''}`}
      >
        {big && (
          <div className={styles.big}>
            <QrCode
              text={big.payload}
              label={`Ticket code of ${big.passenger}, seat ${big.seat}`}
            />
            <p>Hold this to the attendant’s phone. Turn the brightness up.</p>
            <Button kind="primary" wide onClick={() => setBig(undefined)}>
              Done
            </Button>
          </div>
        )}
      </Dialog>
    </div>
  )
}

/** `reference`: the booking is known here, and opens by a code. */
function NotHere({ reference }: { reference?: string }) {
  return (
    <Notice
      kind="mind"
      title="This ticket is not on this phone."
      actions={
        <ButtonLink
          to={reference === undefined ? '/profile/trip' : `/profile/trip?booking=${reference}`}
          kind="primary"
        >
          {reference === undefined ? 'Open it with reference and phone' : 'Open it with a code'}
        </ButtonLink>
      }
    >
      {reference === undefined
        ? 'Enter the booking’s reference and the phone number you booked with.'
        : 'We send the code to the phone it was booked with.'}
    </Notice>
  )
}
