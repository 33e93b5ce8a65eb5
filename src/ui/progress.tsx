import styles from './progress.module.css'

/** The reached share of `max`. Without a label, it is decoration for the text beside it. */
export function ProgressBar({ value, max, label }: { value: number; max: number; label?: string }) {
  const name = label === undefined ? { 'aria-hidden': true } : { 'aria-label': label }
  return <progress {...name} className={styles.progress} value={value} max={Math.max(max, 1)} />
}
