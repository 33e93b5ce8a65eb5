import { ButtonAnchor } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import type { ReactNode } from 'react'
import type { ChosenDeparture } from './lists.ts'

/**
 * Leads a member back to the desk, to the departure that they board or to those of the day. `children`: buttons before
 * it.
 */
export function DeskLink({
  departure: { trip, date, park = '' },
  children,
}: {
  departure: ChosenDeparture
  children?: ReactNode
}) {
  const path = trip === undefined ? '/desk/departures' : `/desk/departures/${trip}`
  const search = new URLSearchParams({ day: date, park })
  return (
    <ButtonRow>
      {children}
      <ButtonAnchor href={`${path}?${search.toString()}`}>Back to the desk</ButtonAnchor>
    </ButtonRow>
  )
}
