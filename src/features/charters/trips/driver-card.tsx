import type { Charter } from '#contract/charters/trips/model'
import { formatPhone } from '#contract/phone'
import { FactList } from '#ui/facts'
import { ButtonAnchor } from '#ui/button'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import type { ReactNode } from 'react'
import styles from './driver-card.module.css'

/** The driver, and the codes for start and end; null if there are neither. `children` replaces the heading. */
export function CharterDriverCard({
  charter: { reference, driver, operator, start_code, end_code, started_at, ended_at },
  children,
}: {
  charter: Charter
  children?: ReactNode
}) {
  const isOver = ended_at !== null
  const hasCode = !isOver && (start_code !== null || end_code !== null)
  if (driver === null && !hasCode) return null
  return (
    <Card label={`Driver of ${reference}`}>
      {children ?? <h2>Driver</h2>}
      {driver === null ? (
        <p>{operator.name} has not named the driver yet. We will tell you when they do.</p>
      ) : (
        <FactList
          facts={[
            ['Driver', driver.name],
            ['Plate', driver.plate],
            ['Operator', operator.name],
          ]}
        />
      )}
      {hasCode && (
        <div className={styles.codes}>
          {started_at === null && <Code name="Start code" code={start_code} />}
          <Code name="End code" code={end_code} />
        </div>
      )}
      {hasCode && started_at === null && (
        <p className={styles.soft}>
          Give the driver the start code when you get in, and the end code when the trip is over.
          Not before.
        </p>
      )}
      {driver !== null && !isOver && (
        <ButtonRow wide>
          <ButtonAnchor href={`tel:${driver.phone}`}>Call {formatPhone(driver.phone)}</ButtonAnchor>
        </ButtonRow>
      )}
    </Card>
  )
}

function Code({ name, code }: { name: string; code: string | null }) {
  if (code === null) return null
  return (
    <div>
      <span>{name}</span>
      <span className={styles.code} role="img" aria-label={`${name}: ${code.split('').join(' ')}`}>
        {code}
      </span>
    </div>
  )
}
