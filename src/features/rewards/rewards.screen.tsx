import { formatCount, formatNumber, parseCount, pluralize } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { Rewards } from '#contract/rewards/model'
import {
  minRedeemedPoints,
  pointsPerSeat,
  pointValidityMonths,
  pointWorthKobo,
  rewardTiers,
} from '#contract/rewards/rules'
import { computeDay, formatDay } from '#lib/format'
import { QueryResult, MoreButton } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { TextField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { EntryList, EntryRow } from '#ui/lists/entries'
import { Card, Page } from '#ui/page'
import { ProgressBar } from '#ui/progress'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getRewardsQuery, listPointsQuery } from './queries.ts'
import { ConvertPointsButton } from './convert-points-button.tsx'
import styles from './rewards.module.css'

const back = { to: '/profile', label: 'Profile' }

/** The user's points, their worth, the current and the next tier, and every entry. */
export function RewardsScreen() {
  const rewards = useQuery(getRewardsQuery)
  return (
    <QueryResult query={rewards} back={back} title="Rewards">
      {(data) => (
        <Page title="Rewards" back={back} narrow>
          {data.lapsing !== null && (
            <Notice
              tone="warning"
              title={`${formatCount(data.lapsing.points, 'point expires', 'points expire')} on ${formatDay(computeDay(data.lapsing.at))}.`}
            >
              Turn them into money before that day; money does not expire.
            </Notice>
          )}
          {(data.checking ?? 0) > 0 && (
            <Notice
              tone="warning"
              title={`We are checking ${formatCount(data.checking ?? 0, 'trip')} before the points come.`}
            >
              Our staff look at every such trip. You need to do nothing.
            </Notice>
          )}
          <Points rewards={data} />
          <TierCard rewards={data} />
          <Ledger />
          <ButtonLink to="/profile/referral">Invite friends and earn money</ButtonLink>
        </Page>
      )}
    </QueryResult>
  )
}

function Points({ rewards }: { rewards: Rewards }) {
  const [written, setWritten] = useState<string>()
  const most = rewards.points
  const wanted = written === undefined ? most : parseCount(written)
  const isValid = wanted >= minRedeemedPoints && wanted <= most
  return (
    <Card label="Points">
      <div>
        <p className={styles.points}>{formatNumber(most)}</p>
        <p>
          {pluralize(most, 'point')}, worth <b>{formatNaira(rewards.worth_kobo)}</b>
        </p>
      </div>
      {most < minRedeemedPoints ? (
        <p className={styles.soft}>
          From {minRedeemedPoints} points on you can turn them into money in your wallet.
        </p>
      ) : (
        <TextField
          label="How many to turn into money?"
          hint={`From ${minRedeemedPoints} to ${formatNumber(most)}. Each is worth ${formatNaira(pointWorthKobo)}.`}
          inputMode="numeric"
          autoComplete="off"
          value={written ?? String(most)}
          maxLength={9}
          onChange={setWritten}
          error={
            isValid
              ? undefined
              : `Enter a number from ${minRedeemedPoints} to ${formatNumber(most)}.`
          }
        />
      )}
      <ConvertPointsButton points={isValid ? wanted : 0} />
    </Card>
  )
}

function TierCard({ rewards }: { rewards: Rewards }) {
  const at = rewardTiers.findIndex((tier) => tier.code === rewards.tier)
  const here = rewardTiers[at]
  const next = rewards.next && rewardTiers.find((tier) => tier.code === rewards.next?.tier)
  const missing = rewards.next?.trips_missing ?? 0
  return (
    <Card label="Tier">
      <h2>Your level: {here?.name}</h2>
      <ol className={styles.tiers} aria-label="Tiers">
        {rewardTiers.map((tier, index) => (
          <li
            key={tier.code}
            data-state={index === at ? 'here' : index < at ? 'passed' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            <b>{tier.name}</b>
            {tier.from_trips === 0
              ? 'from the start'
              : `from ${formatCount(tier.from_trips, 'trip')}`}
            <br />
            {tier.percent}% points
          </li>
        ))}
      </ol>
      {next && (
        <ProgressBar
          label={`Trips on the way to ${next.name}`}
          max={next.from_trips}
          value={rewards.trips_this_year}
        />
      )}
      <p>
        {trips(rewards.trips_this_year)} in the last twelve months.{' '}
        {next
          ? `${formatCount(missing, 'more trip makes', 'more trips make')} you a ${next.name}, who earns ${next.percent}% of the usual points.`
          : 'There is no higher tier.'}
      </p>
      <p className={styles.soft}>
        Each seat of a trip you have made earns {pointsPerSeat} points
        {here && here.percent !== 100 ? `, and you earn ${here.percent}% of that` : ''}. They come
        once your ticket has been checked at the bus. Points expire after {pointValidityMonths}{' '}
        months.
      </p>
    </Card>
  )
}

const trips = (count: number) => formatCount(count, 'trip')

function Ledger() {
  const points = useInfiniteQuery(listPointsQuery)
  return (
    <Card label="Points earned and spent">
      <h2>Earned and spent</h2>
      <QueryResult query={points}>
        {({ pages }) =>
          (pages[0]?.data.length ?? 0) === 0 ? (
            <p className={styles.soft}>
              Nothing yet. The first points come when your first trip is over.
            </p>
          ) : (
            <>
              <EntryList>
                {pages
                  .flatMap((page) => page.data)
                  .map((one) => (
                    <EntryRow
                      key={one.id}
                      title={one.words}
                      amount={`${one.points > 0 ? '+' : '−'}${formatNumber(Math.abs(one.points))}`}
                      isIncome={one.points > 0}
                      at={one.created_at}
                      when={formatDay(computeDay(one.created_at))}
                      note={`${formatNumber(one.balance)} left`}
                    />
                  ))}
              </EntryList>
              <MoreButton query={points} />
            </>
          )
        }
      </QueryResult>
    </Card>
  )
}
