import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'

/** An address that leads nowhere. */
export function NotFoundScreen() {
  return (
    <Page title="This page is not here" under="The address may be old or misspelt." narrow>
      <ButtonLink kind="primary" to="/">
        Search a bus
      </ButtonLink>
    </Page>
  )
}
