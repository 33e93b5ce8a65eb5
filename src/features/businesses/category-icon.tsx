import type { BusinessCategory } from '#contract/businesses/rules'
import styles from './businesses.module.css'

/** The SVG path of each category's icon, in a view box of 48 × 48. */
const strokes: Record<BusinessCategory, string> = {
  'guest-house': 'M6 36V14m0 16h36v6m0-6v-4a6 6 0 0 0-6-6H20v10M13 25a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  food: 'M8 24h32c0 9-6 14-16 14S8 33 8 24zM16 18c-3-4 3-5 0-9m8 9c-3-4 3-5 0-9m8 9c-3-4 3-5 0-9',
  cargo: 'M8 16l16-8 16 8v18l-16 8-16-8zm0 0l16 8 16-8M24 24v18',
  'car-hire':
    'M6 32v-7l6-3 5-9h16l6 9 4 2v8zM15 36a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm19 0a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  tyres:
    'M24 42a18 18 0 1 0 0-36 18 18 0 0 0 0 36zm0-10a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM24 6v10m0 16v10M6 24h10m16 0h10',
  towing:
    'M4 34V24h14v-8h8l4 8v10zM30 30h12M18 24L38 8v10a3 3 0 1 1-4 3M11 38a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm13 0a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  insurance: 'M24 6l15 6v10c0 10-6 16-15 20-9-4-15-10-15-20V12zM17 24l5 5 9-10',
}

/** The icon of a business category, displayed next to its label. */
export function CategoryIcon({ category }: { category: BusinessCategory }) {
  return (
    <svg className={styles.mark} viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <rect width="48" height="48" rx="12" fill="var(--danfo-soft)" />
      <path
        d={strokes[category]}
        transform="translate(6 6) scale(0.75)"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
