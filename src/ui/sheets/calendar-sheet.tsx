import { Button } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { VisuallyHidden } from '#ui/visually-hidden'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, today } from '#lib/format'
import styles from './calendar-sheet.module.css'
import { CalendarMonth } from './calendar-month.tsx'
import { listMonths } from './calendar-days.ts'
import { Sheet } from './sheet.tsx'

/** A day, or the days there and back; `YYYY-MM-DD`, empty if not chosen. */
interface ChosenDays {
  date: string
  return_date: string
}

interface CalendarSheetProps {
  title: string
  /** The first and the last day that can be chosen. */
  min: string
  max: string
  chosen: ChosenDays
  /** Whether a return trip can be chosen, too. */
  canReturn?: boolean
  /** The cheapest known fares, in kobo, by day. */
  fares?: ReadonlyMap<string, number>
  /** Called with each choice; `isDone` if nothing more is to be chosen. */
  onChoose: (days: ChosenDays, isDone: boolean) => void
  /** Removes the chosen day. Undefined if a day must be chosen. */
  onClear?: (() => void) | undefined
  onClose: () => void
}

/**
 * How many months on each side of the focused one are drawn immediately. This covers all days on sale, but not the
 * years of a statement, which would take a cheap phone seconds.
 */
const nearMonths = 2

const ways = [
  { value: 'one', label: 'One way' },
  { value: 'return', label: 'Return' },
] as const

/** A sheet with a calendar. For a return trip, the first tap chooses the outbound day, the second the day back. */
export function CalendarSheet(props: CalendarSheetProps) {
  const { title, min, max, chosen, canReturn = false, fares, onChoose, onClear, onClose } = props
  const [isReturn, setReturn] = useState(chosen.return_date !== '')
  /** The outbound day of a return trip, while the day back is chosen. */
  const [outbound, setOutbound] = useState<string>()
  const [focused, setFocused] = useState(
    chosen.date >= min && chosen.date <= max ? chosen.date : min,
  )
  const box = useFocusedDay(focused)
  const currentDay = today()
  const months = listMonths(min, max)
  const focusedMonth = months.indexOf(focused.slice(0, 7))
  const choose = (date: string) => {
    if (!isReturn) return onChoose({ date, return_date: '' }, true)
    if (outbound !== undefined && date >= outbound)
      return onChoose({ date: outbound, return_date: date }, true)
    setFocused(date)
    setOutbound(date)
    onChoose({ date, return_date: '' }, false)
  }
  const onKeyDown = makeArrowKeys(focused, (day) => day >= min && day <= max && setFocused(day))
  return (
    <Sheet
      title={title}
      onClose={onClose}
      top={
        canReturn ? (
          <>
            <ChoiceField
              label={<VisuallyHidden>One way or return</VisuallyHidden>}
              name="ways"
              value={isReturn ? 'return' : 'one'}
              options={ways}
              onChange={(way) => {
                setReturn(way === 'return')
                setOutbound(undefined)
              }}
            />
            <p role="status" className={styles.next}>
              {isReturn &&
                (outbound === undefined ? 'Choose the outbound day.' : 'Now choose the day back.')}
            </p>
          </>
        ) : (
          onClear !== undefined && (
            <Button kind="quiet" onClick={onClear}>
              Any day
            </Button>
          )
        )
      }
    >
      <div ref={box}>
        {months.map((month, index) => (
          <CalendarMonth
            key={month}
            month={month}
            isNear={Math.abs(index - focusedMonth) <= nearMonths}
            today={currentDay}
            min={min}
            max={max}
            start={outbound ?? chosen.date}
            end={outbound === undefined ? chosen.return_date : ''}
            focused={focused}
            fares={fares}
            onChoose={choose}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      {fares !== undefined && fares.size > 0 && (
        <p className={styles.legend}>Cheapest fare found on this phone, in naira.</p>
      )}
    </Sheet>
  )
}

/** Makes a handler for the arrow keys. It calls `onMove` with the day to which the key leads from `day`. */
const makeArrowKeys = (day: string, onMove: (next: string) => void) => (event: KeyboardEvent) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  onMove(addDays(day, step))
}

/** Moves the focus to the button of a day: when the sheet opens, and with the arrow keys. */
function useFocusedDay(day: string) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const button = box.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)
    button?.focus()
  }, [day])
  return box
}
