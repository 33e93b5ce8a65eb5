import type { OperatorDeparture } from '#contract/boarding/model'
import { maxListedDepartures } from '#contract/boarding/rules'
import { MutedText } from '#ui/desk/page'

/** Says that a day has more departures than were loaded. */
export const DepartureLimitNote = ({ departures }: { departures: readonly OperatorDeparture[] }) =>
  departures.length >= maxListedDepartures && (
    <MutedText>
      Only the first {maxListedDepartures} departures of this day are listed. Later ones are
      missing.
    </MutedText>
  )
