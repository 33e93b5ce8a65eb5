import { product } from '#contract/product'
import { supportHours } from '#contract/support'
import { useUser } from '#lib/session'
import { Button, ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useSearchParams } from 'react-router-dom'
import { useStartConversation } from './support-button.tsx'
import styles from './support.module.css'

/** `/support?conversation_id=`: the number of one's conversation, and the ways to talk to us now. */
export function SupportScreen() {
  const [params] = useSearchParams()
  const conversation = params.get('conversation_id')
  return (
    <Page
      title="Support"
      under={conversation === null ? 'Talk to a person.' : 'Your conversation is open.'}
      narrow
    >
      {conversation !== null && <Opened id={conversation} />}
      <Ways about={conversation} />
      {conversation === null && <Open />}
    </Page>
  )
}

/** `/profile/messages`: the same ways, and a conversation to open. */
export function MessagesScreen() {
  return (
    <Page title="Messages" back={{ to: '/profile', label: 'Profile' }} narrow>
      <Notice>
        Messages cannot be written in the app yet. Call us, or write an SMS or on WhatsApp: you
        reach the same people.
      </Notice>
      <Ways about={null} />
    </Page>
  )
}

function Opened({ id }: { id: string }) {
  return (
    <Notice kind="done" title="Your conversation’s number">
      <p className={styles.number}>{id}</p>
      Messages cannot be written in the app yet. Call or write to us, and say this number.
    </Notice>
  )
}

function Ways({ about }: { about: string | null }) {
  const words = about === null ? '' : `Conversation ${about}: `
  return (
    <Card label="Ways to reach us">
      <h2>{supportHours}</h2>
      <p>A call and an SMS need no data.</p>
      <div className={styles.ways}>
        <ButtonAnchor kind="primary" href={`tel:${product.phone.e164}`} wide>
          Call {product.phone.national}
        </ButtonAnchor>
        <ButtonAnchor
          href={`sms:${product.phone.e164}${words && `?body=${encodeURIComponent(words)}`}`}
          wide
        >
          Send an SMS
        </ButtonAnchor>
        <ButtonAnchor
          href={`${product.whatsapp}${words && `?text=${encodeURIComponent(words)}`}`}
          target="_blank"
          wide
        >
          Write on WhatsApp
        </ButtonAnchor>
      </div>
    </Card>
  )
}

function Open() {
  const { start, isPending } = useStartConversation()
  const user = useUser()
  return (
    <Card label="A conversation of your own">
      <p>
        With a conversation of your own you get a number, and everything you tell us stays together.
        {user === undefined && ' You need to be logged in for it.'}
      </p>
      <Button busy={isPending} onClick={start}>
        Start a conversation
      </Button>
    </Card>
  )
}
