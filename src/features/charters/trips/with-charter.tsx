import type { Charter } from '#contract/charters/trips/model'
import { QueryResult, type WaitingPage } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { MissingPage } from '#ui/missing-page'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getCharterQuery } from './queries.ts'

/** Renders a screen for one of the user's charters. If it is not found, shows links to the user's charters. */
export function WithCharter(props: CharterProps) {
  if (props.reference === '') return <NoCharter />
  return <OneCharter key={props.reference} {...props} />
}

/** A charter's reference, and the page to show while it loads. */
interface CharterProps extends WaitingPage {
  reference: string
  title: string
  children: (charter: Charter) => ReactNode
}

function OneCharter({ reference, children, ...page }: CharterProps) {
  const charter = useQuery(getCharterQuery(reference))
  return (
    <QueryResult
      {...page}
      query={charter}
      refused={{ not_found: () => <NoCharter />, invalid_input: () => <NoCharter /> }}
    >
      {children}
    </QueryResult>
  )
}

function NoCharter() {
  return (
    <MissingPage
      title="Charter not found"
      text="This charter is not in your account."
      to="/profile/charters"
      action="My charters"
      other={<ButtonLink to="/charter-type">Charter a vehicle</ButtonLink>}
    />
  )
}
