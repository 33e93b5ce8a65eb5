import { ButtonLink } from '#ui/button'
import { Page, Steps } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'

/** The steps to send a parcel, with the current one marked. */
export function SendingSteps({ at }: { at: number }) {
  return <Steps names={['Price', 'Details', 'Check', 'Pay']} at={at} />
}

export function NoParcelDraft() {
  return (
    <Page title="Send a parcel" back={{ to: '/', label: 'Home' }} narrow>
      <SendingSteps at={0} />
      <EmptyState
        picture="parcel"
        title="First say what you are sending, to see the price."
        action={
          <ButtonLink to="/send-parcel" kind="primary">
            See the price
          </ButtonLink>
        }
      >
        From motor park to motor park or door to door, by the next bus. Nobody asks who you are
        before you know what it costs.
      </EmptyState>
    </Page>
  )
}
