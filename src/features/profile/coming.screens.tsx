import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'

/** Where roads that nobody offers will be asked for. */
export function TravelRequestScreen() {
  return (
    <Page title="Travel requests" back={{ to: '/profile', label: 'Profile' }} narrow>
      <Notice
        title="Asking for a trip is not open yet."
        actions={
          <>
            <ButtonLink to="/" kind="primary">
              Search trips
            </ButtonLink>
            <ButtonLink to="/support">Ask us</ButtonLink>
          </>
        }
      >
        <p>
          Soon you can name a road, a day and a price that no bus offers. Operators answer, and
          their offers stand here.
        </p>
        <p>Until then, look at the days around yours, or tell us what is missing.</p>
      </Notice>
    </Page>
  )
}
