import { ButtonLink } from '#ui/button'
import { Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'

/** The second line of the bar in each step to send a parcel, as in the steps of a booking. */
export const sendingSteps = {
  price: 'Step 1 of 4',
  details: 'Step 2 of 4',
  check: 'Step 3 of 4',
  pay: 'Step 4 of 4',
} as const

export function NoParcelDraft() {
  return (
    <Page title="Send a parcel" sub={sendingSteps.price} back={{ to: '/', label: 'Home' }} narrow>
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
