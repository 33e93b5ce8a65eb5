import styles from './progress.module.css'

/** How much of `max` is reached. Without a label it is decoration for what the text beside it says. */
export function Progress({ value, max, label }: { value: number; max: number; label?: string }) {
  const name = label === undefined ? { 'aria-hidden': true } : { 'aria-label': label }
  return <progress {...name} className={styles.progress} value={value} max={Math.max(max, 1)} />
}
