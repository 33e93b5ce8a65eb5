import type { DeskMembership } from '#contract/members/model'
import { Notice } from '#ui/notice'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/**
 * Shows actions that move money or cancel something to members with a second factor. Other members see a link to set
 * one up; the server also refuses these calls to them. `action`: what needs it, as the start of a sentence.
 */
export function SecondFactorGate({
  membership,
  action,
  children,
}: {
  membership: DeskMembership
  action: string
  children: ReactNode
}) {
  if (membership.second_factor === 'shown') return children
  return (
    <Notice tone="warning" actions={<Link to="/second-step">Set up login codes</Link>}>
      {action} needs a code from an authenticator app, as well as your password.
    </Notice>
  )
}
