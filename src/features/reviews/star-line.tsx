import styles from './reviews.module.css'

/** One to five stars in a line. Screen readers read them as a number. */
export function StarRating({ rating }: { rating: number }) {
  const full = Math.round(rating)
  return (
    <span className={styles.stars} role="img" aria-label={`${rating} of 5 stars`}>
      {'★'.repeat(full)}
      {'☆'.repeat(5 - full)}
    </span>
  )
}
