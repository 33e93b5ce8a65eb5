import { type Draft, useDraft } from '#lib/drafts'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type JourneyDraft, parseJourneyFromUrl, mergeJourney } from './journey.ts'

/** Parameters of the URL that are not about the journey. */
const besides = ['step', 'waiting', 'page', 'sort']

/**
 * Returns the draft of a journey, stored on this phone under `name`. It starts with the values in the URL. When the URL
 * changes, its values replace those in the draft. `home` is the first city if the URL has none.
 */
export function useJourney(name: string, home = ''): Draft<JourneyDraft> {
  const [params] = useSearchParams()
  const asked = new URLSearchParams(params)
  for (const other of besides) asked.delete(other)
  const told = parseJourneyFromUrl(asked)
  const [first, ...others] = told.stops
  const stops = [{ address: '', city: first?.city || home }, ...others]
  const draft = useDraft<JourneyDraft>(name, { ...told, stops })
  const { is_ready, value, change } = draft
  const isNews = is_ready && told.known !== '' && value.known !== told.known
  const tell = useEffectEvent(() => change((before) => mergeJourney(before, told, asked)))
  useEffect(() => {
    if (isNews) tell()
  }, [isNews])
  return draft
}
