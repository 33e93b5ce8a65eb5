import type { Shift } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { Notice } from '#ui/notice'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NoShiftNotice } from './no-shift-notice.tsx'
import { openShiftQuery } from './queries.ts'

/**
 * Renders `children` with the clerk's open shift if its drawer contains at least `cash_kobo`, and otherwise says what
 * is missing. `why`: why a shift is needed. `task`: what a colleague with more cash can do.
 */
export function DrawerGate({
  cash_kobo,
  why = 'The cash comes out of the drawer of a shift, so open yours first.',
  task = 'pay this out',
  children,
}: {
  cash_kobo: number
  why?: string
  task?: string
  children: (shift: Shift) => ReactNode
}) {
  const query = useQuery(openShiftQuery)
  return (
    <QueryResult query={query}>
      {({ shift }) => {
        if (shift === null) return <NoShiftNotice>{why}</NoShiftNotice>
        if (shift.expected_kobo < cash_kobo)
          return (
            <Notice tone="warning">
              Your drawer holds {formatNaira(shift.expected_kobo)}. Let a colleague with more cash{' '}
              {task}.
            </Notice>
          )
        return children(shift)
      }}
    </QueryResult>
  )
}
