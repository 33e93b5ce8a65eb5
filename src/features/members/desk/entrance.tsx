import type { DeskMembership } from '#contract/members/model'
import { roleLabels } from '#contract/members/rules'
import { product } from '#contract/product'
import { LogInForm, LogOutButton, makeLoginRedirect } from '#features/accounts'
import type { EntranceProps } from '#lib/desk-room'
import { useUser } from '#lib/session'
import { QueryResult } from '#ui/query-result'
import { ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from './entrance.module.css'
import { InvitationPage } from './invitation.tsx'
import { membershipQuery } from './queries.ts'
import { SecondFactorForm, SecondFactorSetupForm } from './second-factor.tsx'

/** Asks for the login, the second factor, or the answer to an invitation before it shows the desk. */
export function DeskEntrance({ children }: EntranceProps) {
  const user = useUser()
  const [params] = useSearchParams()
  const code = params.get('invitation')
  const inside = user === undefined ? <LogIn /> : <WithMembership>{children}</WithMembership>
  return (
    <div className={styles.entrance}>{code === null ? inside : <InvitationPage code={code} />}</div>
  )
}

/** The usual login. Afterwards, the desk loads as a new document. */
function LogIn() {
  return (
    <main>
      <Page title={`${product.name} desk`} narrow>
        <p>For operators and our own staff. Log in with your account.</p>
        <Card>
          <LogInForm back={makeLoginRedirect(location.pathname + location.search)} />
        </Card>
      </Page>
    </main>
  )
}

function WithMembership({ children }: EntranceProps) {
  const query = useQuery(membershipQuery)
  return (
    <QueryResult
      query={query}
      title={`${product.name} desk`}
      refused={{ not_found: () => <NoMembership />, not_signed_in: () => <LogIn /> }}
    >
      {(membership) => <SecondFactorStep membership={membership}>{children}</SecondFactorStep>}
    </QueryResult>
  )
}

/** The desk of a member, once they have set up or entered their second factor if it is required. */
function SecondFactorStep({
  membership,
  children,
}: EntranceProps & { membership: DeskMembership }) {
  // The setup stays visible until the recovery codes are written down, although the factor is valid before. `left`: it
  // was left, but `membership` may not be updated yet.
  const [setup, setSetup] = useState<'none' | 'open' | 'left'>('none')
  const isMissing = membership.second_factor === 'missing'
  if (isMissing && setup === 'none') setSetup('open')
  if (!isMissing && setup === 'left') setSetup('none')
  if (setup !== 'none')
    return (
      <main>
        <SecondFactorSetupForm onDone={() => setSetup('left')} />
      </main>
    )
  if (membership.second_factor === 'asked') return <SecondFactorForm />
  return (
    <div className={styles.desk}>
      <Header membership={membership} />
      {children(membership)}
    </div>
  )
}

function NoMembership() {
  return (
    <main>
      <Page title="You are not at a desk yet" narrow>
        <Notice
          tone="warning"
          actions={
            <>
              <ButtonAnchor href="/">Go to {product.name}</ButtonAnchor>
              <LogOutButton>Log out</LogOutButton>
            </>
          }
        >
          Ask the owner of your desk for an invitation. It comes by email and opens here.
        </Notice>
      </Page>
    </main>
  )
}

/** The name of the desk, and the member who is logged in. */
function Header({ membership: { name, role, operator } }: { membership: DeskMembership }) {
  return (
    <header className={styles.header}>
      <b className={styles.desk_name}>{operator?.name ?? product.name}</b>
      <span className={styles.member}>
        {name}, {roleLabels[role].toLowerCase()}
      </span>
      <LogOutButton>Log out</LogOutButton>
    </header>
  )
}
