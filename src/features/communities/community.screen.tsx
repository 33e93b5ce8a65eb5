import { formatCount } from '#contract/quantities'
import type { Group } from '#contract/communities/model'
import { groupKinds, reportsToHidePost } from '#contract/communities/rules'
import { formatDayTime } from '#lib/format'
import { lazyPart } from '#lib/lazy'
import { useUser } from '#lib/session'
import { QueryResult, MoreButton } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { CoverLink, LinkCard } from '#ui/cover-link'
import { SelectField, TextField } from '#ui/fields'
import { Card, Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { QueryResultGroup } from '#ui/lists/query-result-group'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from './communities.module.css'
import { groupsQuery, myCommunityQuery, useRefreshCommunity } from './queries.ts'
import { kindLabels } from './labels.ts'

const MyName = lazyPart(async () => (await import('./my-name.tsx')).CommunityNameCard)

/** The groups, the user's own first, and the user's public name, at `/community?kind=`. */
export function CommunityScreen() {
  const [params, setParams] = useSearchParams()
  const [name, setName] = useState('')
  const kind = groupKinds.find((one) => one === params.get('kind'))
  const user = useUser()
  const groups = useInfiniteQuery(groupsQuery(kind, name.trim(), user?.id))
  const mine = useQuery({ ...myCommunityQuery, enabled: user !== undefined })
  useRefreshCommunity()
  return (
    <QueryResultGroup queries={[groups, mine]} title="Our community">
      <Page
        title="Our community"
        under="Travellers help each other: by route, city, campus, camp and trade."
        aside={
          <>
            <Suspense>{user !== undefined && <MyName />}</Suspense>
            <HouseRulesCard />
          </>
        }
      >
        <SelectField
          label="Topic"
          name="kind"
          value={kind ?? ''}
          empty="Everything"
          onChange={(value) => setParams(value === '' ? {} : { kind: value }, { replace: true })}
          options={groupKinds.map((value) => ({ value, label: kindLabels[value] }))}
        />
        <TextField
          label="Find a group"
          type="search"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={setName}
        />
        <QueryResult query={groups}>
          {({ pages }) =>
            (pages[0]?.meta.total ?? 0) === 0 ? (
              <EmptyState picture="people" title="No group has that name.">
                Try the name of a city or a route.
              </EmptyState>
            ) : (
              <>
                <ul className={styles.list} aria-label="Groups">
                  {pages.flatMap(({ data }) =>
                    data.map((group) => <GroupRow key={group.code} group={group} />),
                  )}
                </ul>
                <MoreButton query={groups} />
              </>
            )
          }
        </QueryResult>
      </Page>
    </QueryResultGroup>
  )
}

function GroupRow({ group }: { group: Group }) {
  const { code, kind, name, members, posts, last_at, is_member } = group
  return (
    <LinkCard label={name}>
      <b>
        <CoverLink to={`/community/${code}`}>{name}</CoverLink>
      </b>
      <p className={styles.soft}>
        {kindLabels[kind]} · {formatCount(members, 'member')} · {formatCount(posts, 'post')}
        {last_at !== null && ` · last post ${formatDayTime(last_at)}`}{' '}
        {is_member && <span className={styles.mine}>Joined</span>}
      </p>
    </LinkCard>
  )
}

const HouseRulesCard = () => (
  <Card label="House rules">
    <h2>House rules</h2>
    <ul className={styles.dots}>
      <li>Say what you saw yourself, and when.</li>
      <li>Never pay anybody you met here outside of Waka.</li>
      <li>No insults, no private addresses, no other people’s numbers.</li>
      <li>We check links and numbers of new members first.</li>
      <li>
        What {reportsToHidePost} members report is hidden until we have checked it. You can appeal.
      </li>
    </ul>
    <ButtonLink to="/nysc">Going to NYSC camp?</ButtonLink>
  </Card>
)
