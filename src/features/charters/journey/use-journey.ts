import { type Draft, useDraft } from '#lib/drafts'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { dropUnrealDays, type JourneyDraft, parseJourneyFromUrl, mergeJourney } from './journey.ts'

/** Parameters of the URL that are not about the journey. */
const besides = ['step', 'waiting', 'page', 'sort']

/**
 * Returns the draft of a journey, stored on this phone under `name`. It starts with the values in the URL. When the URL
 * changes, its values replace those in the draft. `home` is the first city if the URL has none.
 */
export function useJourney(name: string, home = ''): Draft<JourneyDraft> {
  const [params] = useSearchParams()
  const journeyParams = new URLSearchParams(params)
  for (const other of besides) journeyParams.delete(other)
  const urlJourney = parseJourneyFromUrl(journeyParams)
  const [first, ...others] = urlJourney.stops
  const stops = [{ address: '', city: first?.city || home }, ...others]
  const draft = useDraft<JourneyDraft>(name, { ...urlJourney, stops })
  const { is_ready, value, change } = draft
  const isNews = is_ready && urlJourney.known !== '' && value.known !== urlJourney.known
  const tell = useEffectEvent(() =>
    change((before) => mergeJourney(before, urlJourney, journeyParams)),
  )
  useEffect(() => {
    if (isNews) tell()
  }, [isNews])
  return { ...draft, value: dropUnrealDays(value) }
}
