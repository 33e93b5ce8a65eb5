import type { DeskMembership } from '#contract/members/model'
import { DeskPage } from '#ui/desk/page'
import { useState } from 'react'
import { SecondFactorSetupForm } from './second-factor.tsx'

/** Sets up the second factor of an operator's member, who may work without one until they move money. */
export function SecondFactorScreen({ membership }: { membership: DeskMembership }) {
  const [isSet, setSet] = useState(membership.second_factor === 'shown')
  if (!isSet) return <SecondFactorSetupForm onDone={() => setSet(true)} />
  return (
    <DeskPage title="Login codes">
      <p role="status">Login codes are set up. You enter one at each login.</p>
    </DeskPage>
  )
}
