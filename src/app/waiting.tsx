import { Bones } from '#ui/page'
import styles from './frame.module.css'

/** Where a screen is about to be. The stripes over it appear only after 300 ms. */
export function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <div className={styles.loader} role="progressbar" aria-label="Loading" />
      <Bones />
    </div>
  )
}
