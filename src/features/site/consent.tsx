import { useCookie, writeCookie } from '#lib/device/cookies'
import { Button } from '#ui/button'
import styles from './consent.module.css'

const consentDays = 365

/**
 * Asks once about cookies, at the bottom left, and stores the answer for a year. All cookies are necessary, so none can
 * be refused.
 */
export function CookieConsent() {
  if (useCookie('consent') !== undefined) return null
  const answer = (consent: 'yes' | 'no') => () => writeCookie('consent', consent, consentDays)
  return (
    <section className={styles.consent} aria-label="Cookies">
      <p>We keep only what the app needs. No tracking.</p>
      <Button onClick={answer('no')}>Reject</Button>
      <Button kind="primary" onClick={answer('yes')}>
        Accept
      </Button>
    </section>
  )
}
