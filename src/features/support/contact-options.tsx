import { product } from '#contract/product'
import { supportHours, makeConversationNumber } from '#contract/support/rules'
import { ButtonAnchor } from '#ui/button'
import { Card } from '#ui/page'
import styles from './conversation.module.css'

/** Ways to reach us outside this app, even without a network. `about` is the id of a conversation. */
export function ContactOptions({ about }: { about: string | null }) {
  const number = about === null ? '' : makeConversationNumber(about)
  const words = number && `Conversation ${number}: `
  return (
    <Card label="Ways to reach us">
      <h2>{supportHours}</h2>
      <p>A call and an SMS need no data.</p>
      <div className={styles.ways}>
        <ButtonAnchor href={`tel:${product.phone.e164}`} wide>
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
      {number !== '' && (
        <p className={styles.soft}>
          The number of this conversation: <span className={styles.number}>{number}</span>
        </p>
      )}
    </Card>
  )
}
