import type { OperatorDetail } from '#contract/operators/model'
import { RecentReviews } from '#features/reviews'
import { useStartConversation } from '#features/support'
import { formatPhone } from '#contract/phone'
import { formatDay } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { MissingPage } from '#ui/missing-page'
import { ButtonRow } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import {
  FleetCard,
  ParksCard,
  PunctualityCard,
  OperatorRoutes,
  RulesCard,
} from './operator-facts.tsx'
import styles from './operators.module.css'
import { getOperatorQuery } from './queries.ts'

/** One operator, at `/brands/{code}`, with links to book, charter a vehicle and write. */
export function OperatorScreen() {
  const { code = '' } = useParams()
  const operator = useQuery(getOperatorQuery(code))
  return (
    <QueryResult
      query={operator}
      title="Operator"
      refused={{ not_found: () => <OperatorNotFound /> }}
    >
      {(data) => <Operator key={data.code} operator={data} />}
    </QueryResult>
  )
}

function OperatorNotFound() {
  return (
    <MissingPage
      title="Operator"
      text="We could not find this operator."
      to="/brands"
      back="All operators"
      action="All operators"
    />
  )
}

function Operator({ operator }: { operator: OperatorDetail }) {
  const { code, name, logo, about } = operator
  return (
    <Page
      title={name}
      heading={
        <span className={styles.head}>
          <CompanyLogo name={name} logo={logo} />
          {name}
        </span>
      }
      under={about}
      back={{ to: '/brands', label: 'All operators' }}
      aside={
        <>
          <PunctualityCard punctuality={operator.punctuality} />
          <Licence operator={operator} />
          <RulesCard operator={operator} />
        </>
      }
    >
      <OperatorActions operator={operator} />
      <OperatorRoutes operator={operator} />
      <FleetCard fleet={operator.fleet} />
      <ParksCard operator={operator} />
      <RecentReviews about={{ kind: 'operator', code }} />
    </Page>
  )
}

/** Links to book, charter a vehicle, write and call. */
function OperatorActions({ operator: { code, phone } }: { operator: OperatorDetail }) {
  const { start, isPending } = useStartConversation(code)
  return (
    <ButtonRow wide>
      <ButtonAnchor kind="primary" href="#roads">
        Book a seat
      </ButtonAnchor>
      <ButtonLink to={`/charter-marketplace?operator=${code}`}>Charter</ButtonLink>
      <Button busy={isPending} onClick={start}>
        Message them
      </Button>
      {phone !== null && (
        <ButtonAnchor href={`tel:${phone}`}>Call {formatPhone(phone)}</ButtonAnchor>
      )}
    </ButtonRow>
  )
}

/** The operator's licence, as our staff have checked it. */
function Licence({ operator: { licence } }: { operator: OperatorDetail }) {
  return (
    <Card label="Licence">
      <h2>Licence</h2>
      {licence === null ? (
        <p>We have not checked this operator’s licence yet.</p>
      ) : (
        <>
          <p>
            {licence.is_valid ? '✓ Checked by us on ' : 'Checked by us on '}
            {formatDay(licence.checked_on)}
          </p>
          <p className={styles.soft}>
            {licence.number} · {licence.is_valid ? 'valid until' : 'expired on'}{' '}
            {formatDay(licence.valid_until)}
          </p>
        </>
      )}
    </Card>
  )
}
