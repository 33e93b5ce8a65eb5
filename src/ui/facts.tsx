import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** A list of labels and values, without empty values. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          (value ?? '') !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
