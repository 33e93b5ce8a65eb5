import type { BusinessDetail } from '#contract/businesses/model'
import { businessCategoryLabels, describeHours } from '#contract/businesses/rules'
import { RecentReviews } from '#features/reviews'
import { useStartConversation } from '#features/support'
import { formatPhone } from '#contract/phone'
import { formatDay, computeDay } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonAnchor } from '#ui/button'
import { DirectoryList } from '#ui/lists/directory'
import { MissingPage } from '#ui/missing-page'
import { ButtonRow } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { RouteMap } from '#ui/pictures/route-map'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { useParams } from 'react-router-dom'
import styles from './businesses.module.css'
import { BusinessRow, OpenNowLabel } from './business-row.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { getBusinessQuery } from './queries.ts'
import { categoryLabels } from './labels.ts'

/** One business, at `/businesses/{code}`, with its address, opening hours and contact. */
export function BusinessScreen() {
  const { code = '' } = useParams()
  const business = useQuery(getBusinessQuery(code))
  return (
    <QueryResult
      query={business}
      title="Business"
      refused={{ not_found: () => <BusinessNotFound /> }}
    >
      {(data) => <Business key={data.code} business={data} />}
    </QueryResult>
  )
}

function BusinessNotFound() {
  return (
    <MissingPage
      title="Business"
      text="We could not find this business."
      to="/businesses"
      back="All businesses"
      action="All businesses"
    />
  )
}

function Business({ business }: { business: BusinessDetail }) {
  const { code, name, category, city, phone, latitude, longitude, nearby } = business
  const { start, isPending } = useStartConversation(code)
  return (
    <Page
      title={name}
      heading={
        <span className={styles.head}>
          <CategoryIcon category={category} />
          {name}
        </span>
      }
      under={`${businessCategoryLabels[category]} in ${city.name}`}
      back={{ to: `/businesses?category=${category}`, label: categoryLabels[category] }}
      aside={
        latitude !== null && (
          <Card label="Map">
            <RouteMap
              label={`${name} on the map of Nigeria, in ${city.name}`}
              points={[business]}
            />
            <ButtonAnchor
              href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
              target="_blank"
            >
              Open in maps
            </ButtonAnchor>
          </Card>
        )
      }
    >
      <Card label="About">
        <p className={styles.about}>{business.about}</p>
        <Facts business={business} />
      </Card>
      <ButtonRow wide>
        <ButtonAnchor kind="primary" href={`tel:${phone}`}>
          Call {formatPhone(phone)}
        </ButtonAnchor>
        <Button busy={isPending} onClick={start}>
          Message them
        </Button>
        <ButtonAnchor href={`sms:${phone}`}>Send an SMS</ButtonAnchor>
      </ButtonRow>
      <p className={styles.soft}>
        We listed this business on {formatDay(computeDay(business.listed_at))}. You pay them, not
        us, so take a look before you pay.
      </p>
      <RecentReviews about={{ kind: 'business', code }} />
      {nearby.length > 0 && (
        <>
          <h2>Also in {city.name}</h2>
          <DirectoryList>
            {nearby.map((one) => (
              <BusinessRow key={one.code} business={one} />
            ))}
          </DirectoryList>
        </>
      )}
    </Page>
  )
}

function Facts({ business: { address, city, park, hours } }: { business: BusinessDetail }) {
  return (
    <dl className={styles.facts}>
      <dt>Address</dt>
      <dd>
        {address}, {city.name}, {city.state}
      </dd>
      {park !== null && (
        <>
          <dt>Motor park</dt>
          <dd>
            <Link to={`/ride-board/motor-park/${park.code}`}>{park.name}</Link>
          </dd>
        </>
      )}
      <dt>Hours</dt>
      <dd>
        {describeHours(hours)}
        <br />
        <OpenNowLabel hours={hours} />
      </dd>
    </dl>
  )
}
