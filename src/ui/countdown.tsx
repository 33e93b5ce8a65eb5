import { formatCount, formatDuration } from '#contract/quantities'
import { serverNow } from '#lib/clock'
import { useEffect, useEffectEvent, useState } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './countdown.module.css'

/**
 * Shows the time until an instant of the server's clock: `Seats held for 9:35`. Announces the time to screen
 * readers at five, two and one minutes. At the end, announces that the time is up and calls `onEnd` once.
 */
export function Countdown({
  until,
  label,
  onEnd,
}: {
  until: string
  label: string
  onEnd?: () => void
}) {
  const seconds = useSecondsLeft(until)
  const over = seconds === 0
  const ended = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (over) ended()
  }, [over])
  return (
    <span className={`${styles.countdown} ${seconds < 120 ? styles.urgent : ''}`}>
      {!over && `${label} `}
      <b
        role="timer"
        aria-label={
          over
            ? 'Time is up'
            : seconds >= 3600
              ? `${label} ${formatRemainingTime(seconds)}`
              : `${label} ${formatCount(Math.floor(seconds / 60), 'minute')} ${formatCount(seconds % 60, 'second')}`
        }
      >
        {over ? 'Time is up' : formatRemainingTime(seconds)}
      </b>
      <VisuallyHidden role="status">{formatForScreenReader(seconds)}</VisuallyHidden>
    </span>
  )
}

/** `24:10`, minutes and seconds; from an hour on `2 h 15 min`. */
export const formatRemainingTime = (seconds: number) =>
  seconds >= 3600
    ? formatDuration(Math.floor(seconds / 60))
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Returns the whole seconds until an instant (ms or ISO) by the server's clock; 0 afterwards. */
export function useSecondsLeft(until: string | number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(until))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}

const secondsUntil = (until: string | number) =>
  Math.max(0, Math.ceil((new Date(until).getTime() - serverNow()) / 1000))

function formatForScreenReader(seconds: number): string {
  if (seconds === 0) return 'Time is up.'
  const minute = [5, 2, 1].find((mark) => seconds <= mark * 60 && seconds > mark * 60 - 10)
  return minute === undefined ? '' : `${formatCount(minute, 'minute')} left.`
}
