import { formatCount } from '#contract/quantities'
import { maxStatementDays, defaultStatementDays } from '#contract/wallet/rules'
import { findFieldErrors } from '#lib/api/error'
import { addDays, computeDay, formatDayOfAnyYear, today } from '#lib/format'
import { useUser } from '#lib/session'
import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { DayField } from '#ui/sheets/day-field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadStatement } from './queries.ts'
import styles from './wallet.module.css'

const longest = maxStatementDays - 1

const names = { from: 'From', until: 'Until' } as const

type End = keyof typeof names

/** Returns the day that is nearest to `day` from `first` to `last`. */
const clampDay = (day: string, first: string, last: string) =>
  day < first ? first : day > last ? last : day

/**
 * The statement for any days since the account was created or, if that is earlier, since `oldest`, the instant of a
 * movement. If a choice would make the statement too long, or make it end before it begins, the other day moves.
 */
export function StatementCard({ oldest }: { oldest: string }) {
  const usual = { from: addDays(today(), 1 - defaultStatementDays), until: today() }
  const [days, setDays] = useState(usual)
  const [moved, setMoved] = useState<End>()
  const joined = useUser()?.created_at ?? oldest
  const [min = usual.from] = [usual.from, computeDay(joined), computeDay(oldest)].toSorted()
  const keeping = useMutation({
    mutationFn: (kind: 'pdf' | 'csv') => downloadStatement(kind, days),
  })
  const errors = findFieldErrors(keeping.error)
  const choose = (end: End, day: string) => {
    const next =
      end === 'from'
        ? { from: day, until: clampDay(days.until, day, addDays(day, longest)) }
        : { from: clampDay(days.from, addDays(day, -longest), day), until: day }
    const other = end === 'from' ? 'until' : 'from'
    setMoved(next[other] === days[other] ? undefined : other)
    setDays(next)
  }
  return (
    <Card label="Statement">
      <h2>Statement</h2>
      <p className={styles.soft}>At most {formatCount(maxStatementDays, 'day')}.</p>
      <div className={styles.span}>
        {(['from', 'until'] as const).map((end) => (
          <DayField
            key={end}
            label={names[end]}
            min={min}
            max={usual.until}
            value={days[end]}
            onChange={(day) => choose(end, day)}
            error={errors[end]}
          />
        ))}
      </div>
      <p role="status" className={styles.soft}>
        {moved !== undefined && `“${names[moved]}” is now ${formatDayOfAnyYear(days[moved])}.`}
      </p>
      <FailureNotice
        error={keeping.error}
        offline="No network. You can get the statement when you are online."
      />
      <ButtonRow wide>
        {(['pdf', 'csv'] as const).map((kind) => (
          <Button
            key={kind}
            busy={keeping.isPending && keeping.variables === kind}
            onClick={() => keeping.mutate(kind)}
          >
            {kind === 'pdf' ? 'PDF, for paper' : 'CSV, for a spreadsheet'}
          </Button>
        ))}
      </ButtonRow>
    </Card>
  )
}
