import { Button } from '#ui/button'
import { FullScreenDialog } from '#ui/dialog'
import { useEffect } from 'react'
import styles from './boarding.module.css'
import type { TicketDecision } from './decide.ts'
import { explainDecision, formatVerdict } from './labels.ts'
import type { SavedManifest } from './store.ts'

/** One colour and one shape for each verdict, for sunlight and for people who do not see colours. */
const looks: Record<TicketDecision['verdict'], string | undefined> = {
  valid: styles.valid,
  already_used: styles.already_used,
  older_ticket: styles.older_ticket,
  wrong_bus: styles.wrong_bus,
  wrong_time: styles.wrong_time,
  cancelled: styles.cancelled,
  forged: styles.forged,
  ask: styles.ask,
}

const shapes: Record<TicketDecision['verdict'], string> = {
  valid: 'M24 3a21 21 0 1 0 0 42 21 21 0 0 0 0-42zM13 25l8 8 15-17',
  already_used: 'M5 5h23v29H5zM20 14h23v29H20z',
  older_ticket: 'M24 3a21 21 0 1 0 0 42 21 21 0 0 0 0-42zM24 12v13l-9 6',
  wrong_bus: 'M4 15h30l-9-9M44 33H14l9 9',
  wrong_time: 'M24 3a21 21 0 1 0 0 42 21 21 0 0 0 0-42zM24 24V10M24 24H38',
  cancelled: 'M24 3a21 21 0 1 0 0 42 21 21 0 0 0 0-42zM9 39L39 9',
  ask: 'M14 16a10 10 0 1 1 14 9q-4 2-4 7M24 39v5',
  forged: 'M16 3h16l13 13v16L32 45H16L3 32V16zM16 16l16 16M32 16L16 32',
}

/** Shows the verdict on the whole screen until the next ticket. */
export function VerdictScreen({
  decision,
  lists,
  is_safe,
  onNext,
  onLetIn,
}: {
  decision: TicketDecision
  lists: readonly SavedManifest[]
  is_safe: boolean
  onNext: () => void
  onLetIn: () => void
}) {
  useEffect(() => signalVerdict(decision.verdict === 'valid'), [decision])
  const { verdict, facts, row } = decision
  return (
    <FullScreenDialog
      className={`${styles.verdict} ${looks[verdict]}`}
      label={formatVerdict(decision)}
      onClose={onNext}
    >
      <div className={styles.said} role="alert">
        <svg viewBox="0 0 48 48" fill="none" aria-hidden="true">
          <path d={shapes[verdict]} stroke="currentColor" strokeWidth="5" />
        </svg>
        <h2>{formatVerdict(decision)}</h2>
        {facts !== undefined && (
          <p className={styles.who}>
            <strong>Seat {decision.why === 'other_seat' ? row?.seat : facts.seat}</strong>
            {verdict !== 'ask' && <span>{row?.passenger ?? facts.name}</span>}
            {row?.infant_name && <span>and baby {row.infant_name}</span>}
          </p>
        )}
        <p>{explainDecision(decision, lists)}</p>
        {!is_safe && <p>This phone is full and could not save this check. Keep this page open.</p>}
      </div>
      {verdict === 'ask' ? (
        <div className={styles.answers}>
          {/* First, so that it has the focus: the Enter that a keyboard scanner types must let nobody in. */}
          <Button wide onClick={onNext}>
            Not sold
          </Button>
          <Button wide onClick={onLetIn}>
            It was sold, let in
          </Button>
        </div>
      ) : (
        <Button wide onClick={onNext}>
          Next ticket
        </Button>
      )}
    </FullScreenDialog>
  )
}

/** Plays a sound and vibrates, if the phone allows it: short and high for yes, long and low for no. */
function signalVerdict(isGood: boolean): void {
  navigator.vibrate?.(isGood ? 80 : [250, 80, 250])
  if (typeof AudioContext === 'undefined') return
  try {
    const sound = new AudioContext()
    const tone = sound.createOscillator()
    tone.frequency.value = isGood ? 1200 : 200
    tone.connect(sound.destination)
    tone.onended = () => void sound.close()
    tone.start()
    tone.stop(sound.currentTime + (isGood ? 0.12 : 0.5))
  } catch {
    // The phone plays too many sounds at the same time, or allows none. The verdict is on the screen as well.
  }
}
