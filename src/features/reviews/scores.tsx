import {
  operatorScores,
  parkScores,
  type Review,
  type ReviewsMeta,
  type Scored,
} from '#contract/reviews/model'
import { Button } from '#ui/button'
import { RatingField } from '#ui/rating'
import { useState } from 'react'
import styles from './reviews.module.css'
import { starWords } from './stars.tsx'

const words: Record<Scored, string> = {
  punctuality: 'On time',
  driving: 'Driving',
  vehicle: 'Vehicle',
  staff: 'Staff',
  security: 'Safe',
  touts: 'Left alone by touts',
  toilets: 'Toilets',
  shade: 'Shade and seats',
  lighting: 'Light at night',
}

export type Scores = Partial<Record<Scored, number>>

/** What has stars of its own, in one review. */
export function ScoresOf({ scores }: { scores: Review['scores'] }) {
  if (scores.length === 0) return null
  return (
    <ul className={styles.scores} aria-label="Stars for each">
      {scores.map(({ what, stars }) => (
        <li key={what}>
          {words[what]} <b>{stars}</b>
        </li>
      ))}
    </ul>
  )
}

/** The means of all who made the trip. */
export function MeanScores({ scores }: { scores: ReviewsMeta['scores'] }) {
  if (scores.length === 0) return null
  return (
    <ul className={styles.scores} aria-label="What the stars are for">
      {scores.map(({ what, average, many }) => (
        <li key={what}>
          {words[what]} <b>{average.toFixed(1)}</b> <small>({many})</small>
        </li>
      ))}
    </ul>
  )
}

/** Stars for each, none of which must be given: they come when asked for. */
export function ScoreFields({
  kind,
  value,
  onChange,
}: {
  kind: 'operator' | 'park'
  value: Scores
  onChange: (value: Scores) => void
}) {
  const names = kind === 'operator' ? operatorScores : parkScores
  const [isOpen, setOpen] = useState(Object.keys(value).length > 0)
  if (!isOpen)
    return (
      <Button onClick={() => setOpen(true)}>
        {kind === 'operator'
          ? 'Stars for driving, vehicle and staff, too'
          : 'Stars for safety, toilets and light, too'}
      </Button>
    )
  return names.map((what) => (
    <RatingField
      key={what}
      label={`${words[what]} (optional)`}
      words={starWords}
      value={value[what] ?? 0}
      error={undefined}
      onChange={(stars) => onChange({ ...value, [what]: stars })}
    />
  ))
}
