import type { Shift } from '#contract/counter/model'
import { maxListedShifts } from '#contract/counter/rules'
import type { DeskMembership } from '#contract/members/model'
import { today } from '#lib/format'
import { parseDayParameter } from '#lib/url-parameters'
import { Button } from '#ui/button'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { DateField } from '#ui/fields'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CloseShiftForm } from './close-shift.tsx'
import { PayAtParkSettings } from './pay-at-park.tsx'
import { allShiftsFilter, shiftsQuery } from './queries.ts'
import { AllotmentList } from './allotment-list.tsx'
import { ShiftFacts } from './shift-facts.tsx'

/** The shifts of all clerks on a day, for those who may see all drawers. The URL holds the day. */
export function DrawersScreen({ membership }: { membership: DeskMembership }) {
  const [params, setParams] = useSearchParams()
  const date = parseDayParameter(params, 'day') || today()
  const query = useQuery(shiftsQuery(date))
  return (
    <DeskPage title="Drawers">
      <PayAtParkSettings />
      <AllotmentList mayRelease={membership.may.includes('counter')} />
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
            <>
              <CardList>
                {shifts.map((shift) => (
                  <Drawer
                    key={shift.id}
                    shift={shift}
                    mayClose={membership.may.includes('counter')}
                  />
                ))}
              </CardList>
              {shifts.length >= maxListedShifts && (
                <MutedText>
                  Only the newest {maxListedShifts} shifts of this day are listed.
                </MutedText>
              )}
            </>
          )
        }
      </QueryResult>
    </DeskPage>
  )
}

/** A clerk's shift. `mayClose`: whether it may be closed here, for a clerk who has left. */
function Drawer({ shift, mayClose }: { shift: Shift; mayClose: boolean }) {
  const client = useQueryClient()
  const [isClosing, setIsClosing] = useState(false)
  const isOpen = shift.closed_at === null
  if (isOpen && isClosing)
    return (
      <li>
        <CloseShiftForm
          shift={shift}
          clerk={shift.clerk}
          onClosed={() => {
            void client.invalidateQueries(allShiftsFilter)
            setIsClosing(false)
          }}
          onBack={() => setIsClosing(false)}
        />
      </li>
    )
  return (
    <Card as="li" label={`The shift of ${shift.clerk}`}>
      <h2>{shift.clerk}</h2>
      {isOpen && <MutedText>Open now</MutedText>}
      <ShiftFacts shift={shift} />
      {isOpen && mayClose && (
        <ButtonRow>
          <Button onClick={() => setIsClosing(true)}>Close this shift</Button>
        </ButtonRow>
      )}
    </Card>
  )
}
