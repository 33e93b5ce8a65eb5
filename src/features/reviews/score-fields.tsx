import {
  operatorAspects,
  parkAspects,
  type RatedAspect,
  aspectLabels,
} from '#contract/reviews/rules'
import { Button } from '#ui/button'
import { RatingField } from '#ui/mantine/rating-field'
import { useState } from 'react'
import { starLabels } from './stars.tsx'

export type AspectScores = Partial<Record<RatedAspect, number>>

/** Optional stars for each aspect, displayed after a tap. */
export function ScoreFields({
  kind,
  value,
  onChange,
}: {
  kind: 'operator' | 'park'
  value: AspectScores
  onChange: (value: AspectScores) => void
}) {
  const names = kind === 'operator' ? operatorAspects : parkAspects
  const [isOpen, setOpen] = useState(Object.keys(value).length > 0)
  if (!isOpen)
    return (
      <Button onClick={() => setOpen(true)}>
        {kind === 'operator' ? 'Rate driving, vehicle and staff' : 'Rate safety, toilets and light'}
      </Button>
    )
  return names.map((what) => (
    <RatingField
      key={what}
      label={`${aspectLabels[what]} (optional)`}
      labels={starLabels}
      value={value[what] ?? 0}
      error={undefined}
      onChange={(stars) => onChange({ ...value, [what]: stars })}
    />
  ))
}
