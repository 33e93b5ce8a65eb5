import type { Place } from '#contract/lookups/model'
import { CalendarSheet } from '#ui/sheets/calendar-sheet'
import { useCachedFares } from './cached-fares.ts'
import { SearchPlaceSheet } from './search-place-sheet.tsx'
import type { SearchFields, SearchPlaces } from './use-search.ts'

/** The fields of the form that have a sheet. */
export type SearchSheetName = 'from' | 'to' | 'date'

export interface SearchSheetProps {
  name: SearchSheetName
  /** Whether the place is being typed. Otherwise its text is selected, so that the next letter replaces it. */
  isTyped: boolean
  answers: SearchFields
  days: { min?: string; max?: string }
  places: SearchPlaces
  onType: (name: 'from' | 'to', text: string) => void
  onPick: (name: 'from' | 'to', place: Place) => void
  onDays: (days: Pick<SearchFields, 'date' | 'return'>, isDone: boolean) => void
  onClose: () => void
}

/** The open sheet of the search form: a place, or the days. */
export function SearchSheet({ name, isTyped, answers, days, places, ...on }: SearchSheetProps) {
  const fares = useCachedFares(places.from?.code, places.to?.code)
  if (name === 'date')
    return (
      <CalendarSheet
        title="When?"
        min={days.min ?? ''}
        max={days.max ?? ''}
        chosen={{ date: answers.date, return_date: answers.return }}
        canReturn
        fares={fares}
        onChoose={({ date, return_date }, isDone) =>
          on.onDays({ date, return: return_date }, isDone)
        }
        onClose={on.onClose}
      />
    )
  const isFrom = name === 'from'
  return (
    <SearchPlaceSheet
      field={name}
      text={answers[name]}
      isTyped={isTyped}
      places={isFrom ? places.origins : places.destinations}
      known={places.known}
      other={isFrom ? places.to : places.from}
      onType={(text) => on.onType(name, text)}
      onPick={(place) => on.onPick(name, place)}
      onClose={on.onClose}
    />
  )
}
