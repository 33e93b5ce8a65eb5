import type { OperatorDeparture } from '#contract/boarding/model'
import { maxListedDepartures } from '#contract/boarding/rules'

/** Says that a list of a day's departures has reached its limit. */
export const DepartureLimitNote = ({ departures }: { departures: readonly OperatorDeparture[] }) =>
  departures.length >= maxListedDepartures && (
    <p>
      Only the first {maxListedDepartures} departures of this day are listed. Choose a motor park to
      see all of its departures.
    </p>
  )
