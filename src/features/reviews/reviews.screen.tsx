import { formatCount, formatStars } from '#contract/quantities'
import type { OperatorScore } from '#contract/reviews/model'
import { reviewSorts } from '#contract/reviews/rules'
import { foldAccents } from '#lib/format'
import { QueryResult, MoreButton } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { SelectField, TextField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { Skeleton, Card, Page } from '#ui/page'
import { ProgressBar } from '#ui/progress'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import { useSearchParams } from 'react-router-dom'
import {
  type SubjectRef,
  listOperatorScoresQuery,
  listReviewsQuery,
  type ReviewSort,
  useMyReviews,
  useRefreshReviews,
  useReviewLinkLabel,
  makeReviewFormPath,
} from './queries.ts'
import { OwnReviews } from './own-reviews.tsx'
import { ReviewCard } from './review-cards.tsx'
import { UnsentReviews } from './unsent-reviews.tsx'
import styles from './reviews.module.css'
import { MeanScores } from './scores.tsx'
import { ScoreSummary } from './stars.tsx'
import { findSubjectInInput } from './form-model.ts'

/** Reviews of everything or of one subject, at `/reviews?operator=&park=&business=&sort=`. */
export function ReviewsScreen() {
  const [params] = useSearchParams()
  const about = findSubjectInInput(Object.fromEntries(params))
  useRefreshReviews()
  return about === undefined ? <AllReviews /> : <ReviewsOf key={about.code} about={about} />
}

function AllReviews() {
  const scores = useQuery(listOperatorScoresQuery)
  return (
    <Page
      title="Reviews"
      under="What travellers say about operators, motor parks and businesses. Only people who made the trip with us count towards the stars."
    >
      <div className={styles.columns}>
        <div className={styles.side}>
          <ButtonLink to="/write-a-review" kind="primary">
            Write a review
          </ButtonLink>
          {/* About as high as the content, so that what is below does not move when it loads. */}
          <QueryResult query={scores} waiting={<Skeleton count={6} />}>
            {(all) => <Operators all={all} />}
          </QueryResult>
        </div>
        <OtherReviews about={undefined} />
        <OwnReviews about={undefined} />
      </div>
    </Page>
  )
}

const kindLabels = { operator: 'operator', park: 'motor park', business: 'business' } as const

function ReviewsOf({ about }: { about: SubjectRef }) {
  const writeWords = useReviewLinkLabel(about)
  const meta = useInfiniteQuery(listReviewsQuery(about)).data?.pages[0]?.meta
  const operators = useQuery({ ...listOperatorScoresQuery, enabled: about.kind === 'operator' })
  const known = meta?.about ?? operators.data?.find(({ code }) => code === about.code)
  return (
    <Page
      title={known === undefined ? 'Reviews' : `Reviews of ${known.name}`}
      heading={known?.name}
      under={`Reviews of the ${kindLabels[about.kind]}`}
      back={{ to: '/reviews', label: 'All reviews' }}
    >
      <div className={styles.columns}>
        <div className={styles.side}>
          {meta !== undefined && <ScoreSummary {...meta} />}
          {meta !== undefined && <MeanScores scores={meta.scores} />}
          <ButtonLink to={makeReviewFormPath(about)} kind="primary">
            {writeWords}
          </ButtonLink>
        </div>
        <OtherReviews about={about} />
        <OwnReviews about={about} />
      </div>
    </Page>
  )
}

const sortLabels: Record<ReviewSort, string> = {
  newest: 'Newest first',
  highest: 'Best first',
  lowest: 'Worst first',
}

/** The reviews of others. The user's own are in `OwnReviews`, so they are neither listed nor counted here. */
function OtherReviews({ about }: { about: SubjectRef | undefined }) {
  const [params] = useSearchParams()
  const sort = reviewSorts.find((one) => one === params.get('sort')) ?? 'newest'
  const reviews = useInfiniteQuery(listReviewsQuery(about, sort))
  const mine = useMyReviews(about)
  return (
    <div className={styles.list}>
      <UnsentReviews about={about} />
      <QueryResult
        query={reviews}
        refused={{
          not_found: () => (
            <Notice
              tone="warning"
              title="We could not find this operator, motor park or business."
            />
          ),
        }}
      >
        {({ pages }) => {
          const others = pages
            .flatMap(({ data }) => data)
            .filter(({ id }) => !mine.some((own) => own.id === id))
          if (others.length === 0 && !reviews.hasNextPage)
            return (
              mine.length === 0 && (
                <EmptyState picture="paper" title="No reviews yet.">
                  Be the first to say how it was.
                </EmptyState>
              )
            )
          const listed = mine.filter(({ state }) => state === 'shown').length
          return (
            <div className={styles.list}>
              <ListHead
                count={(pages[0]?.meta.total ?? 0) - listed}
                noun={listed === 0 ? 'review' : 'other review'}
                sort={sort}
              />
              <ul className={styles.list} aria-label="Reviews">
                {others.map((review) => (
                  <ReviewCard key={review.id} review={review} with_subject={!about} />
                ))}
              </ul>
              <MoreButton query={reviews} />
            </div>
          )
        }}
      </QueryResult>
    </div>
  )
}

function ListHead({ count, noun, sort }: { count: number; noun: string; sort: ReviewSort }) {
  const [, setParams] = useSearchParams()
  const order = (value: string) =>
    setParams((before) => ({ ...Object.fromEntries(before), sort: value }), { replace: true })
  return (
    <div className={styles.tools}>
      <b>{formatCount(count, noun)}</b>
      <SelectField
        label="Order"
        value={sort}
        onChange={order}
        options={reviewSorts.map((value) => ({ value, label: sortLabels[value] }))}
      />
    </div>
  )
}

const fewOperators = 5

function Operators({ all }: { all: readonly OperatorScore[] }) {
  const [name, setName] = useState('')
  const [isWhole, setWhole] = useState(false)
  const best = all.toSorted((a, b) => (b.average ?? 0) - (a.average ?? 0))
  const found = best.filter((one) => foldAccents(one.name).includes(foldAccents(name.trim())))
  const shown = isWhole || name !== '' ? found : found.slice(0, fewOperators)
  return (
    <Card label="Operators">
      <TextField
        label="Find an operator"
        type="search"
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      {found.length === 0 && <p>No operator has this name.</p>}
      <ul className={styles.operators}>
        {shown.map((one) => (
          <li key={one.code}>
            <Link to={`/reviews?operator=${one.code}`}>
              <b>{one.name}</b>
              <Mean score={one} />
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          All {formatCount(found.length, 'operator')}
        </Button>
      )}
    </Card>
  )
}

function Mean({ score: { average, stars } }: { score: OperatorScore }) {
  const total = stars.reduce((sum, ratings) => sum + ratings, 0)
  if (average === null) return <small>No verified reviews yet</small>
  return (
    <>
      <span className={styles.mean}>★ {formatStars(average)}</span>
      <ProgressBar value={average} max={5} />
      <small>{formatCount(total, 'verified review')}</small>
    </>
  )
}
