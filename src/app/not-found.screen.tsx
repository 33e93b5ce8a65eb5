import { product } from '#contract/product'
import { ButtonAnchor, ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { ErrorDrawing } from '#ui/pictures/error-state'
import styles from './not-found.module.css'

export function NotFoundScreen() {
  return (
    <Page title="Page not found" under="The address may be old or misspelt." narrow>
      <div className={styles.ways}>
        <ErrorDrawing picture="missing" />
        <ButtonLink kind="primary" to="/">
          Search buses
        </ButtonLink>
        <ButtonLink to="/profile/trip">My trips</ButtonLink>
        <ButtonAnchor href={`tel:${product.phone.e164}`}>
          Call {product.phone.national}
        </ButtonAnchor>
      </div>
    </Page>
  )
}
