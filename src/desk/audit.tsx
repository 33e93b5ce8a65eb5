import { showMoment } from '#lib/format'
import { Answer } from '#ui/answer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { acts } from './acts.ts'
import styles from './desk.module.css'
import { Pager } from './pager.tsx'
import { auditQuery } from './queries.ts'

/** The audit log of this desk. */
export function Audit() {
  const [page, setPage] = useState(1)
  const query = useQuery(auditQuery(page))
  return (
    <div className={styles.column}>
      <h1 className={styles.title}>Log</h1>
      <Answer query={query}>
        {({ data, meta }) => (
          <>
            <ol className={styles.log_lines}>
              {data.map(({ id, who, act, about, reason, at }) => (
                <li key={id}>
                  <b>{who}</b> {acts[act] ?? act}
                  {reason !== null && `: ${reason}`}
                  <p className={styles.soft}>
                    {showMoment(Date.parse(at))}
                    {about !== null && ` · ${about}`}
                  </p>
                </li>
              ))}
            </ol>
            <Pager meta={meta} onPage={setPage} />
          </>
        )}
      </Answer>
    </div>
  )
}
