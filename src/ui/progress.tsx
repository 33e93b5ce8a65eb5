import styles from './progress.module.css'

/**
 * A bar that shows which share of `max` is reached. Without a label, screen readers skip it, and read the text beside
 * it.
 */
export function ProgressBar({ value, max, label }: { value: number; max: number; label?: string }) {
  const name = label === undefined ? { 'aria-hidden': true } : { 'aria-label': label }
  return <progress {...name} className={styles.progress} value={value} max={Math.max(max, 1)} />
}
