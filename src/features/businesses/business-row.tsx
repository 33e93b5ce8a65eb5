import { formatRating } from '#contract/quantities'
import type { BusinessSummary, OpeningHours } from '#contract/businesses/model'
import { businessCategoryLabels, describeHours } from '#contract/businesses/rules'
import { serverNow } from '#lib/clock'
import { useHydrated } from '#lib/use-hydrated'
import { DirectoryRow } from '#ui/lists/directory'
import styles from './businesses.module.css'
import { CategoryIcon } from './category-icon.tsx'
import { findOpeningState } from './labels.ts'

/**
 * Shows whether a business is open now. A prerendered page may be minutes old, so it shows the opening hours, which the
 * phone then replaces with “open” or “closed”.
 */
export function OpenNowLabel({ hours }: { hours: OpeningHours }) {
  const hydrated = useHydrated()
  if (!hydrated) return <span>{describeHours(hours)}</span>
  const { isOpen, words } = findOpeningState(hours, serverNow())
  return <span className={isOpen ? styles.open : undefined}>{words}</span>
}

export function BusinessRow({ business }: { business: BusinessSummary }) {
  const { code, name, category, address, city, hours, rating, reviews } = business
  return (
    <DirectoryRow
      picture={<CategoryIcon category={category} />}
      to={`/businesses/${code}`}
      name={name}
    >
      <p>
        {businessCategoryLabels[category]} · <OpenNowLabel hours={hours} />
        {rating !== null && ` · ${formatRating(rating, reviews)}`}
      </p>
      <p className={styles.soft}>
        {address}, {city.name}
      </p>
    </DirectoryRow>
  )
}
