import { SelectField } from '#ui/fields'
import { QueryResult } from '#ui/query-result'
import { allParks, type SellingParkChoice } from './use-selling-park.ts'

/** The value of the option for all parks, since the empty value means that nothing is chosen. */
const allOption = 'all'

/** Asks at which motor park the clerk sells. Renders nothing if there is only one. */
export function SellingParkField({ park, parks: query, onPark }: SellingParkChoice) {
  if (park === undefined && query.data === undefined)
    return <QueryResult query={query}>{() => null}</QueryResult>
  const { data: parks = [] } = query
  const known = [allParks, ...parks]
  // A remembered park may have no departure on this day.
  const isKnown = park === undefined || known.some(({ code }) => code === park.code)
  const options = isKnown ? known : [...known, park]
  if (options.length <= 2 && isKnown) return null
  return (
    <SelectField
      label="Where do you sell?"
      {...(park === undefined && { empty: 'Choose a motor park' })}
      value={park === undefined ? '' : park.code || allOption}
      options={options.map(({ code, name }) => ({ value: code || allOption, label: name }))}
      onChange={(value) => {
        const next = options.find(({ code }) => (code || allOption) === value)
        if (next) onPark({ code: next.code, name: next.name })
      }}
    />
  )
}
