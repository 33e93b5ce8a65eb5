import { directionLabels } from '#contract/bookings/rules'
import { Tabs } from '#ui/tabs'
import { type ReactNode, useState } from 'react'
import { useTicketSummary } from './queries.ts'

/**
 * A pager over the tickets of a return trip, which begins with the direction that was opened. For a single trip, only
 * its tickets. `children` renders the tickets of a direction.
 */
export function TicketPager({
  reference,
  children,
}: {
  reference: string
  children: (reference: string) => ReactNode
}) {
  const [chosen, setChosen] = useState(reference)
  const both = useTicketSummary(reference).data?.return_trip
  if (both === undefined) return children(reference)
  const [out, back] = both.way === 'out' ? [reference, both.other] : [both.other, reference]
  return (
    <Tabs
      label="Trips"
      tabs={[
        { value: out, label: directionLabels.out },
        { value: back, label: directionLabels.back },
      ]}
      value={chosen}
      onChange={setChosen}
    >
      {children(chosen)}
    </Tabs>
  )
}
