import { formatCount } from '#contract/quantities'
import { Rating } from '@mantine/core'
import '@mantine/core/styles/Rating.layer.css'
import { FieldGroup } from '#ui/choices'
import { MantineWrapper } from './mantine-wrapper.tsx'
import styles from './rating-field.module.css'

const signs = { empty: '☆', full: '★' }

/** A choice of one to five stars, by touch, arrow keys or voice; 0 means none. `labels`: one for each number. */
export function RatingField({
  label,
  labels,
  value,
  error,
  onChange,
}: {
  label: string
  labels: readonly string[]
  value: number
  error: string | undefined
  onChange: (value: number) => void
}) {
  return (
    <FieldGroup
      label={label}
      error={error}
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error !== undefined}
    >
      {/* Mantine's arrow keys only preview a value; here they choose it, as with radio buttons. */}
      <div
        className={styles.stars}
        onChange={({ target }) =>
          target instanceof HTMLInputElement && onChange(Number(target.value))
        }
      >
        <MantineWrapper>
          <Rating
            count={labels.length}
            value={value}
            onChange={onChange}
            emptySymbol={<span className={styles.sign}>{signs.empty}</span>}
            fullSymbol={<span className={`${styles.sign} ${styles.full}`}>{signs.full}</span>}
            getSymbolLabel={(stars) =>
              stars === 0 ? 'No stars yet' : `${formatCount(stars, 'star')}: ${labels[stars - 1]}`
            }
            classNames={{ symbolGroup: styles.star ?? '' }}
          />
        </MantineWrapper>
        <b aria-hidden="true">{labels[value - 1]}</b>
      </div>
    </FieldGroup>
  )
}
