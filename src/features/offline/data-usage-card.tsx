import { formatBytes } from '#contract/quantities'
import { removeItem, useStored, write } from '#lib/device'
import { useIsSavingData } from '#lib/online'
import { CheckField } from '#ui/choices'
import { Card } from '#ui/page'
import { formatDataCost } from './sizes.ts'
import styles from './phone.module.css'

/** The data used since the app was opened, and the data saver switch. */
export function DataUsageCard({ spent }: { spent: number }) {
  const byHand = useStored('saves_data') === true
  const saves = useIsSavingData()
  return (
    <Card label="Data">
      <h2>Data</h2>
      <p>
        Used since you opened the app: <b>{formatBytes(spent)}</b>, {formatDataCost(spent)}
      </p>
      <CheckField
        label="Data saver on this phone"
        hint="Nothing is downloaded unless you ask: lists and seats refresh when you tap"
        checked={byHand}
        onChange={(isOn) => (isOn ? write('saves_data', true) : removeItem('saves_data'))}
      />
      {saves && !byHand && (
        <p className={styles.soft}>
          Already on: your account, your browser or a 2G network asks for it.
        </p>
      )}
    </Card>
  )
}
