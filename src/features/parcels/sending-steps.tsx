import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page, Steps } from '#ui/page'

/** The steps of sending, with the present one. */
export function SendingSteps({ at }: { at: number }) {
  return <Steps names={['Price', 'Details', 'Check', 'Pay']} at={at} />
}

/** Where nothing was chosen yet that could be sent. */
export function NothingToSend() {
  return (
    <Page title="Send a parcel" narrow>
      <Notice
        title="First say what you send, and see the price."
        actions={
          <ButtonLink to="/send-parcel" kind="primary">
            Send a parcel
          </ButtonLink>
        }
      />
    </Page>
  )
}
