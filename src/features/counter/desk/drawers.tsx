import type { DeskMembership } from '#contract/members/model'
import { today } from '#lib/format'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { DateField } from '#ui/fields'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { PayAtParkSettings } from './pay-at-park.tsx'
import { shiftsQuery } from './queries.ts'
import { SeatsSetAside } from './set-aside.tsx'
import { ShiftFacts } from './shift-facts.tsx'

/** The shifts of all clerks on a day, for those who may see all drawers. The URL holds the day. */
export function DrawersScreen({ place }: { place: DeskMembership }) {
  const [params, setParams] = useSearchParams()
  const date = params.get('day') ?? today()
  const query = useQuery(shiftsQuery(date))
  return (
    <DeskPage title="Drawers">
      <PayAtParkSettings />
      <SeatsSetAside mayRelease={place.may.includes('counter')} />
      <DateField
        label="Day"
        value={date}
        onChange={(day) => day && setParams({ day }, { replace: true })}
      />
      <QueryResult query={query}>
        {(shifts) =>
          shifts.length === 0 ? (
            <MutedText>No shift was open on this day.</MutedText>
          ) : (
            <CardList>
              {shifts.map((shift) => (
                <Card as="li" key={shift.id} label={`The shift of ${shift.clerk}`}>
                  <h2>{shift.clerk}</h2>
                  {shift.closed_at === null && <MutedText>Open now</MutedText>}
                  <ShiftFacts shift={shift} />
                </Card>
              ))}
            </CardList>
          )
        }
      </QueryResult>
    </DeskPage>
  )
}
